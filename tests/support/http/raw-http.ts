import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json(): Record<string, unknown>
}

/** Sends a request exactly as written: the path is not normalised, and Host, Origin and Content-Length may be false. */
export function sendRaw(
  url: string,
  options: { method?: string; path?: string; headers?: Record<string, string>; body?: string | Uint8Array },
): Promise<RawResponse> {
  const opened = openRaw(url, options)
  opened.request.end(options.body)
  return opened.response
}

/** Opens such a request. The caller writes and ends the body, or cuts it off. */
export function openRaw(
  url: string,
  options: { method?: string; path?: string; headers?: Record<string, string> },
): { request: ClientRequest; response: Promise<RawResponse> } {
  const { hostname, port, pathname, search } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  const clientRequest = request({
    host: hostname,
    port,
    method: options.method ?? 'GET',
    path: options.path ?? `${pathname}${search}`,
    headers: options.headers ?? {},
    agent: false,
  })
  let hasResponse = false
  clientRequest.on('response', (response) => {
    hasResponse = true
    read(response).then(resolve, reject)
  })
  // A refusal may arrive and the connection end before the whole body is sent: then the response counts.
  clientRequest.on('error', (error) => {
    if (!hasResponse) reject(error)
  })
  promise.catch(() => {})
  return { request: clientRequest, response: promise }
}

async function read(response: IncomingMessage): Promise<RawResponse> {
  const body = await text(response)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: body,
    json: () => JSON.parse(body) as Record<string, unknown>,
  }
}
