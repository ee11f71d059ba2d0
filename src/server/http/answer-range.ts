import type { ByteRange } from '#platform/storage.server.ts'
import { parseRange } from './range.ts'

/** The headers of a request that decide its range (RFC 9110). */
export interface RangeRequest {
  range?: string | undefined
  ifRange?: string | undefined
  ifNoneMatch?: string | undefined
}

/** The status and headers of an answer, and the part to be sent; null for none. */
export interface RangeAnswer {
  status: 200 | 206 | 304 | 416
  headers: Record<string, string>
  range: ByteRange | null
}

/** Answers with all of something, a part of it, or neither. A condition that names another tag gets all of it. */
export function answerRange(
  { range, ifRange, ifNoneMatch }: RangeRequest,
  sizeBytes: number,
  tag: string,
): RangeAnswer {
  const headers = { 'Accept-Ranges': 'bytes', ETag: tag }
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, tag)) return { status: 304, headers, range: null }
  const part = ifRange === undefined || ifRange === tag ? parseRange(range, sizeBytes) : null
  if (part === 'unsatisfiable')
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${sizeBytes}` }, range: null }
  const { start, end } = part ?? { start: 0, end: sizeBytes - 1 }
  const length = { 'Content-Length': String(end - start + 1) }
  if (!part) return { status: 200, headers: { ...headers, ...length }, range: { start, end } }
  const place = { 'Content-Range': `bytes ${start}-${end}/${sizeBytes}` }
  return { status: 206, headers: { ...headers, ...length, ...place }, range: part }
}

function matches(header: string, tag: string): boolean {
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}
