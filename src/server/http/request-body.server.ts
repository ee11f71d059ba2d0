import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { Refusal } from '#platform/refusal.ts'
import { hasBody } from './pace.server.ts'
import type { HttpEnv } from './request-facts.ts'

/** Their bodies mean nothing, and a Request has none. */
const bodiless = new Set(['GET', 'HEAD', 'TRACE'])

/**
 * Gives every route a body that is read when it is asked for, and not before; counted as it comes, in chunks or not. What
 * announces too much is refused by its first read. A body that is not read stays on its connection, where paceBody drains it.
 *
 * @throws Refusal request.too_large
 */
export function boundBodies(maxBytesOf: (method: string, path: string) => number): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { incoming } = c.env
    const { url, method, headers, signal } = c.req.raw
    if (!hasBody(incoming) || bodiless.has(method)) return await next()
    const body = new CountedBody(incoming, maxBytesOf(method, c.req.path))
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body: body.stream, duplex: 'half' }
    c.req.raw = new Request(url, init)
    await next()
    // Whatever a route makes of a body that broke off: this is why.
    if (body.refusal) throw body.refusal
  }
}

/** The bytes of a request as a web stream that leaves the connection alone when it is given up. */
class CountedBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  refusal: Refusal | null = null
  readonly #incoming: IncomingMessage
  readonly #maxBytes: number
  #size = 0
  #hasBegun = false
  #controller!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>

  constructor(incoming: IncomingMessage, maxBytes: number) {
    this.#incoming = incoming
    this.#maxBytes = maxBytes
    this.stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => this.#pull(),
        cancel: () => this.#letGo(),
      },
      { highWaterMark: 0 },
    )
  }

  #pull(): void {
    const incoming = this.#incoming
    if (!this.#hasBegun) {
      this.#hasBegun = true
      if (Number(incoming.headers['content-length'] ?? 0) > this.#maxBytes) {
        this.#refuse('request.too_large')
        return
      }
      // Gone before anybody asked for it: nothing more will be said of it.
      if (incoming.destroyed && !incoming.readableEnded) {
        this.#refuse('request.unreadable')
        return
      }
      incoming.on('data', this.#take)
      incoming.on('end', this.#end)
      incoming.on('close', this.#break)
      incoming.on('error', this.#break)
    }
    incoming.resume()
  }

  readonly #take = (piece: Buffer<ArrayBuffer>): void => {
    this.#size += piece.length
    if (this.#size > this.#maxBytes) {
      this.#refuse('request.too_large')
      return
    }
    this.#incoming.pause()
    this.#controller.enqueue(new Uint8Array(piece.buffer, piece.byteOffset, piece.length))
  }

  readonly #end = (): void => {
    this.#letGo()
    this.#controller.close()
  }

  readonly #break = (): void => this.#refuse('request.unreadable')

  #refuse(code: 'request.too_large' | 'request.unreadable'): void {
    this.refusal = new Refusal(code)
    this.#letGo()
    this.#controller.error(this.refusal)
  }

  #letGo(): void {
    const incoming = this.#incoming
    incoming.pause()
    incoming.off('data', this.#take)
    incoming.off('end', this.#end)
    incoming.off('close', this.#break)
    // The listener for errors stays: a cut connection is no fault of this process.
    incoming.off('error', this.#break)
    incoming.on('error', () => {})
  }
}
