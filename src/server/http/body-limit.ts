import type { MiddlewareHandler } from 'hono'
import { Refusal } from '#platform/refusal.ts'
import type { HttpEnv } from './request-facts.ts'

/**
 * Refuses larger bodies: by what they announce, or, when they come in chunks, by counting while they are read.
 * Hono's own middleware copies a chunked request in a way that the Node adapter's requests do not survive.
 *
 * @throws Refusal request.too_large
 */
export function limitBody(maxBytes: number): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw new Refusal('request.too_large')
    if (c.req.header('transfer-encoding') !== undefined && c.req.raw.body) {
      const body = await readAtMost(c.req.raw.body, maxBytes)
      const { url, method, headers, signal } = c.req.raw
      c.req.raw = new Request(url, { method, headers, signal, body })
    }
    await next()
  }
}

async function readAtMost(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream) {
    size += piece.length
    if (size > maxBytes) throw new Refusal('request.too_large')
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}
