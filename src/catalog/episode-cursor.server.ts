import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** Where a page of episodes ended: the last one shown. */
export interface EpisodePlace {
  publishedAt: Date
  id: string
}

/** Where a page of search results ended: the group of the last one shown, and its place in title order. */
export interface SearchPlace {
  group: 1 | 2 | 3 | 4
  titleKey: string
  id: string
}

/** Room for a title of 120 characters whose folded form is three times as long. */
export const CURSOR_MAX_LENGTH = 1200

// The instants that PostgreSQL and JavaScript write alike.
const instant = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const searchPlace = /^([1-4])~([^~]+)~([^\p{Cc}\p{Cs}]+)$/u

/** The opaque form of a place, safe in an address. */
export function writeCursor(place: EpisodePlace): string {
  return encode(`${place.publishedAt.toISOString()}~${place.id}`)
}

/** @throws Refusal catalog.cursor_invalid for anything that `writeCursor` would not have written */
export function readCursor(cursor: string): EpisodePlace {
  const [at = '', id = '', ...rest] = decode(cursor).split('~')
  const publishedAt = new Date(instant.test(at) ? at : Number.NaN)
  const isOurs =
    rest.length === 0 &&
    isPossibleId(id) &&
    !Number.isNaN(publishedAt.getTime()) &&
    // Also refuses a day that does not exist and the many other spellings that base64 decoding forgives.
    writeCursor({ publishedAt, id }) === cursor
  if (!isOurs) throw invalid()
  return { publishedAt, id }
}

/** The opaque form of a place among search results, safe in an address. */
export function writeSearchCursor({ group, titleKey, id }: SearchPlace): string {
  return encode(`${group}~${id}~${titleKey}`)
}

/** @throws Refusal catalog.cursor_invalid for anything that `writeSearchCursor` would not have written */
export function readSearchCursor(cursor: string): SearchPlace {
  const [, group, id = '', titleKey = ''] = searchPlace.exec(decode(cursor)) ?? []
  if (!isPossibleId(id)) throw invalid()
  const place = { group: Number(group) as SearchPlace['group'], titleKey, id }
  if (writeSearchCursor(place) !== cursor) throw invalid()
  return place
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function decode(cursor: string): string {
  return cursor.length <= CURSOR_MAX_LENGTH ? Buffer.from(cursor, 'base64url').toString('utf8') : ''
}

function invalid(): Refusal {
  return new Refusal('catalog.cursor_invalid', { field: 'cursor' })
}
