import { Agent, createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from '#platform/s3-settings.ts'
import type { StoreFault } from './s3-double.ts'
import { errorAnswer, md5, readStoreRequest, requestName, type StoreRequest } from './s3-double-objects.ts'

/** The fault of one request of a store behind the proxy. */
export type ProxyFault =
  | StoreFault
  /** The request is carried out, and its answer arrives later. */
  | { kind: 'held'; until: Promise<unknown> }
  /** The answer stops in the middle of its body, and the connection stays open. */
  | { kind: 'stalled' }

/** A network between Hoshi and a store, in which things go wrong. */
export interface FaultyProxy {
  /** Settings that reach the store by way of the proxy. */
  readonly settings: S3Settings
  /** Requests so far, such as `PUT media/a?uploads`. */
  readonly requests: string[]
  /** Decides on every request before it is passed on. @see ./fault-script.ts */
  faultOf: (request: StoreRequest) => ProxyFault | null
  close(): Promise<void>
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** @param store its endpoint is plain HTTP, and buckets are part of the path */
export async function openFaultyProxy(store: S3Settings): Promise<FaultyProxy> {
  const target = new URL(store.endpoint ?? '')
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => incoming.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: FaultyProxy = {
    settings: { ...store, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    requests: [],
    faultOf: () => null,
    async close() {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { request } = await readStoreRequest(incoming)
    proxy.requests.push(requestName(request))
    const fault = proxy.faultOf(request)
    if (fault?.kind === 'cut') return void incoming.socket.destroy()
    if (fault?.kind === 'answer' || fault?.kind === 'lie') {
      const {
        status,
        headers = {},
        body = '',
      } = fault.kind === 'lie' ? believableAnswer(request) : errorAnswer(fault.status, fault.code)
      response.writeHead(status, headers)
      return void response.end(request.method === 'HEAD' ? '' : body)
    }
    const answer = await passOn(incoming, request.body)
    if (fault?.kind === 'lost') return void incoming.socket.destroy()
    if (fault?.kind === 'held') await fault.until
    response.sendDate = false
    response.writeHead(answer.status, answer.headers)
    const { body } = answer
    if (fault?.kind === 'stalled') return void response.write(body.subarray(0, body.length / 2))
    if (fault?.kind !== 'truncated') return void response.end(body)
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
  }

  /** The header `Host` stays, because it is signed. */
  function passOn({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    const { expect: _, connection: __, ...passed } = headers
    return new Promise((resolve, reject) => {
      const outgoing = openRequest(
        { host: target.hostname, port: target.port, method, path: url, headers: passed, agent },
        async (response) => {
          const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...answered } = response.headers
          try {
            resolve({ status: response.statusCode ?? 0, headers: answered, body: await buffer(response) })
          } catch (error) {
            reject(error)
          }
        },
      )
      outgoing.once('error', reject)
      outgoing.end(body)
    })
  }

  return proxy
}

/** The answer of a store that has carried out a write. */
function believableAnswer({ body, headers }: StoreRequest) {
  const tag = `"${md5(body)}"`
  const copied = headers['x-amz-copy-source-if-match']
  if (copied === undefined) return { status: 200, headers: { ETag: tag } }
  const xml = `<?xml version="1.0"?><CopyObjectResult><ETag>${copied}</ETag></CopyObjectResult>`
  return { status: 200, headers: { 'Content-Type': 'application/xml' }, body: xml }
}
