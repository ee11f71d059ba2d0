import { decodeCursor, encodeCursor } from '#platform/cursor.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** End of a page of episodes: the last one shown. */
export interface EpisodeCursor {
  publishedAt: Date
  id: string
}

/** End of a page of search results: the last one shown, with its rank and its position in title order. */
export interface SearchCursor {
  /**
   * Titles that start with the term: 1 as typed, 2 otherwise. Titles with its words: 3, 4. Episodes with its words anywhere:
   * 5, 6. Episodes in which they are said: 7, 8. Near misses: 9.
   */
  rank: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
  titleKey: string
  id: string
}

/** Characters enough for the key of a title, whose length the database limits. */
export const CURSOR_MAX_LENGTH = 1200

// The timestamps that PostgreSQL and JavaScript write alike.
const instant = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const searchCursor = /^([1-9])~([^~]+)~([^\p{Cc}\p{Cs}]+)$/u

/** Opaque, URL-safe form of a cursor. */
export function writeEpisodeCursor({ publishedAt, id }: EpisodeCursor): string {
  return encodeCursor(`${publishedAt.toISOString()}~${id}`)
}

/** @throws Refusal catalog.cursor_invalid for anything that `writeEpisodeCursor` would not have written */
export function readEpisodeCursor(text: string): EpisodeCursor {
  const [at = '', id = '', ...rest] = decodeCursor(text, CURSOR_MAX_LENGTH).split('~')
  const publishedAt = new Date(instant.test(at) ? at : Number.NaN)
  const isValid =
    rest.length === 0 &&
    isPossibleId(id) &&
    !Number.isNaN(publishedAt.getTime()) &&
    // Also refuses days that do not exist and the other spellings that base64 decoding accepts.
    writeEpisodeCursor({ publishedAt, id }) === text
  if (!isValid) throw invalid()
  return { publishedAt, id }
}

/** Opaque, URL-safe form of a search cursor. */
export function writeSearchCursor({ rank, titleKey, id }: SearchCursor): string {
  return encodeCursor(`${rank}~${id}~${titleKey}`)
}

/** @throws Refusal catalog.cursor_invalid for anything that `writeSearchCursor` would not have written */
export function readSearchCursor(text: string): SearchCursor {
  const [, rank, id = '', titleKey = ''] = searchCursor.exec(decodeCursor(text, CURSOR_MAX_LENGTH)) ?? []
  if (!isPossibleId(id)) throw invalid()
  const cursor = { rank: Number(rank) as SearchCursor['rank'], titleKey, id }
  if (writeSearchCursor(cursor) !== text) throw invalid()
  return cursor
}

function invalid(): Refusal {
  return new Refusal('catalog.cursor_invalid', { field: 'cursor' })
}
