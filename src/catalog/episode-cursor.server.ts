import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** End of a page of episodes: the last one shown. */
export interface EpisodeCursor {
  publishedAt: Date
  id: string
}

/** End of a page of search results: the last one shown, with its group and its position in title order. */
export interface SearchCursor {
  group: 1 | 2 | 3 | 4
  titleKey: string
  id: string
}

/** Enough for a title of 120 characters whose folded form is three times as long. */
export const CURSOR_MAX_LENGTH = 1200

// The timestamps that PostgreSQL and JavaScript write alike.
const instant = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const searchCursor = /^([1-4])~([^~]+)~([^\p{Cc}\p{Cs}]+)$/u

/** Opaque, URL-safe form of a cursor. */
export function writeCursor({ publishedAt, id }: EpisodeCursor): string {
  return encode(`${publishedAt.toISOString()}~${id}`)
}

/** @throws Refusal catalog.cursor_invalid for anything that `writeCursor` would not have written */
export function readCursor(text: string): EpisodeCursor {
  const [at = '', id = '', ...rest] = decode(text).split('~')
  const publishedAt = new Date(instant.test(at) ? at : Number.NaN)
  const isValid =
    rest.length === 0 &&
    isPossibleId(id) &&
    !Number.isNaN(publishedAt.getTime()) &&
    // Also refuses days that do not exist and the other spellings that base64 decoding accepts.
    writeCursor({ publishedAt, id }) === text
  if (!isValid) throw invalid()
  return { publishedAt, id }
}

/** Opaque, URL-safe form of a search cursor. */
export function writeSearchCursor({ group, titleKey, id }: SearchCursor): string {
  return encode(`${group}~${id}~${titleKey}`)
}

/** @throws Refusal catalog.cursor_invalid for anything that `writeSearchCursor` would not have written */
export function readSearchCursor(text: string): SearchCursor {
  const [, group, id = '', titleKey = ''] = searchCursor.exec(decode(text)) ?? []
  if (!isPossibleId(id)) throw invalid()
  const cursor = { group: Number(group) as SearchCursor['group'], titleKey, id }
  if (writeSearchCursor(cursor) !== text) throw invalid()
  return cursor
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function decode(text: string): string {
  return text.length <= CURSOR_MAX_LENGTH ? Buffer.from(text, 'base64url').toString('utf8') : ''
}

function invalid(): Refusal {
  return new Refusal('catalog.cursor_invalid', { field: 'cursor' })
}
