import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** Where a page of episodes ended: the last one shown. */
export interface EpisodePlace {
  publishedAt: Date
  id: string
}

// The instants that PostgreSQL and JavaScript write alike.
const instant = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The opaque form of a place, safe in an address. */
export function writeCursor(place: EpisodePlace): string {
  return Buffer.from(`${place.publishedAt.toISOString()}~${place.id}`).toString('base64url')
}

/** @throws Refusal catalog.cursor_invalid for anything that `writeCursor` would not have written */
export function readCursor(cursor: string): EpisodePlace {
  const [at = '', id = '', ...rest] =
    cursor.length <= 200 ? Buffer.from(cursor, 'base64url').toString('utf8').split('~') : []
  const publishedAt = new Date(instant.test(at) ? at : Number.NaN)
  const isOurs =
    rest.length === 0 &&
    isPossibleId(id) &&
    !Number.isNaN(publishedAt.getTime()) &&
    // Also refuses a day that does not exist and the many other spellings that base64 decoding forgives.
    writeCursor({ publishedAt, id }) === cursor
  if (!isOurs) throw new Refusal('catalog.cursor_invalid', { field: 'cursor' })
  return { publishedAt, id }
}
