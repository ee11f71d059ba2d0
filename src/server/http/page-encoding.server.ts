import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

/** Content codings of pages, the better one first. */
const codings = ['br', 'gzip'] as const

export type PageCoding = (typeof codings)[number]

/** Pages and their data. */
const pageType = /^text\/(html|x-script)\b/
/** Smaller pages hardly shrink. */
const MIN_BYTES = 1024
/** Holds a compressed page in one chunk. */
const CHUNK_BYTES = 64 * 1024
/** Brotli at 3 makes pages smaller than gzip at 6, in half its time. */
const BROTLI_QUALITY = 3
const GZIP_LEVEL = 4

/** @param accepted the `Accept-Encoding` of a request, null without one; @returns null for no coding */
export function pageCodingFor(accepted: string | null): PageCoding | null {
  const named = new Map(parseAccept(accepted ?? '').map(({ type, q }) => [type.toLowerCase(), q]))
  return codings.find((coding) => (named.get(coding) ?? named.get('*') ?? 0) > 0) ?? null
}

/** Compresses a complete page, synchronously: starting gzip on another thread alone takes 0.2 ms, this 0.17 ms. */
export function encodePage(page: string | Uint8Array, coding: PageCoding): Uint8Array<ArrayBuffer> {
  if (coding === 'gzip') return gzipSync(page, { level: GZIP_LEVEL, chunkSize: CHUNK_BYTES })
  return brotliCompressSync(page, {
    chunkSize: CHUNK_BYTES,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    },
  })
}

/**
 * Encodes the body of a response with a page, and says so in its headers.
 * @returns the page itself where it is short, or the caller accepts no coding
 */
export function pageBody<Page extends string | Uint8Array<ArrayBuffer>>(
  page: Page,
  headers: Headers,
  coding: PageCoding | null,
): Page | Uint8Array<ArrayBuffer> {
  const encoded = coding === null || page.length < MIN_BYTES ? null : encodePage(page, coding)
  // After encoding, which may fail: the same headers then serve for another page.
  headers.append('Vary', 'Accept-Encoding')
  if (coding !== null && encoded !== null) headers.set('Content-Encoding', coding)
  return encoded ?? page
}

/** Encodes a page, or the data of one, that is not encoded yet. Other responses are unchanged. */
export async function encodeResponse(response: Response, coding: PageCoding | null): Promise<Response> {
  const { status, statusText, headers } = response
  if (!response.body || headers.has('Vary') || !pageType.test(headers.get('Content-Type') ?? '')) return response
  const body = pageBody(await response.bytes(), headers, coding)
  return new Response(body, { status, statusText, headers })
}
