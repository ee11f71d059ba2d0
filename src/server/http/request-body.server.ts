import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { refusalStatus } from '#app/messages/refusals.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { HttpEnv } from './request-context.ts'
import { hasBody } from './stall-timeouts.server.ts'

/** Limit of every body that is neither an image nor an upload. @see docs/product.md#limits */
export const BODY_MAX_BYTES = 64 * 1024

/** Statuses that say something about a person; they come before those that say something about a body. */
export const personStatuses: ReadonlySet<number> = new Set([401, 403, 404])

/** Methods whose bodies have no meaning, and whose Request cannot have one. */
const bodiless = new Set(['GET', 'HEAD', 'TRACE'])

/**
 * Gives every route a body that is read on demand and counted as it arrives, chunked or not. One that announces too
 * much is refused on its first read. An unread body stays on its connection, where `limitBodyStalls` drains it.
 *
 * @throws Refusal request.too_large
 */
export function limitBodies(maxBytesOf: (c: Context<HttpEnv>) => number): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { incoming } = c.env
    const { url, method, headers, signal } = c.req.raw
    if (!hasBody(incoming) || bodiless.has(method)) return await next()
    const body = new CountedBody(incoming, maxBytesOf(c))
    const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body: body.stream, duplex: 'half' }
    c.req.raw = new Request(url, init)
    await next()
    const { refusal } = body
    if (refusal === null || c.res.status === refusalStatus[refusal.code] || personStatuses.has(c.res.status)) return
    // The actual cause, if the route reported an interrupted body differently. Its response would pass on its headers.
    c.res = undefined
    throw refusal
  }
}

/** The bytes of a request as a web stream that leaves the connection alone when it is cancelled. */
class CountedBody {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  refusal: Refusal | null = null
  readonly #incoming: IncomingMessage
  readonly #maxBytes: number
  #size = 0
  #hasStarted = false
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
        cancel: () => this.#detach(),
      },
      { highWaterMark: 0 },
    )
  }

  #pull(): void {
    const incoming = this.#incoming
    if (!this.#hasStarted) {
      this.#hasStarted = true
      if (Number(incoming.headers['content-length'] ?? 0) > this.#maxBytes) {
        this.#refuse('request.too_large')
        return
      }
      // Closed before the first read: no more events will come.
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

  readonly #take = (chunk: Buffer<ArrayBuffer>): void => {
    this.#size += chunk.length
    if (this.#size > this.#maxBytes) {
      this.#refuse('request.too_large')
      return
    }
    this.#incoming.pause()
    this.#controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length))
  }

  readonly #end = (): void => {
    this.#detach()
    this.#controller.close()
  }

  readonly #break = (): void => this.#refuse('request.unreadable')

  #refuse(code: 'request.too_large' | 'request.unreadable'): void {
    this.refusal = new Refusal(code)
    this.#detach()
    this.#controller.error(this.refusal)
  }

  #detach(): void {
    const incoming = this.#incoming
    incoming.pause()
    incoming.off('data', this.#take)
    incoming.off('end', this.#end)
    incoming.off('close', this.#break)
    // Errors still need a listener: a cut connection must not end this process.
    incoming.off('error', this.#break)
    incoming.on('error', () => {})
  }
}
