import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json(): Record<string, unknown>
}

/** A request exactly as written: the path is not normalised, and Host, Origin and Content-Length may lie. */
export function sendRaw(
  url: string,
  asked: { method?: string; path?: string; headers?: Record<string, string>; body?: string | Uint8Array },
): Promise<RawAnswer> {
  const sending = openRaw(url, asked)
  sending.request.end(asked.body)
  return sending.answer
}

/** The same with the body left to the caller, who writes and ends it, or cuts it off. */
export function openRaw(
  url: string,
  asked: { method?: string; path?: string; headers?: Record<string, string> },
): { request: ClientRequest; answer: Promise<RawAnswer> } {
  const { hostname, port, pathname, search } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const sent = request({
    host: hostname,
    port,
    method: asked.method ?? 'GET',
    path: asked.path ?? `${pathname}${search}`,
    headers: asked.headers ?? {},
    agent: false,
  })
  let isAnswered = false
  sent.on('response', (response) => {
    isAnswered = true
    read(response).then(resolve, reject)
  })
  // A refusal may come, and the connection end, before the whole body is through: then the answer counts.
  sent.on('error', (error) => {
    if (!isAnswered) reject(error)
  })
  promise.catch(() => {})
  return { request: sent, answer: promise }
}

async function read(response: IncomingMessage): Promise<RawAnswer> {
  const body = await text(response)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: body,
    json: () => JSON.parse(body) as Record<string, unknown>,
  }
}
