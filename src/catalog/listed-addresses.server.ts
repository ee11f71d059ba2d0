import type { Db } from '#platform/database.server.ts'
import { readCursor, writeCursor } from './episode-cursor.server.ts'
import { listedAddressRows, partEnds } from './episode-rows.server.ts'

/** Where something listed can be found, and since when as it is. */
export interface ListedAddress {
  id: string
  creatorId: string
  updatedAt: Date
}

/** What Explore lists, for those who read all of it and need no more than where it is. */
export interface ListedAddresses {
  /** Newest first, at most `limit`. @throws Refusal catalog.cursor_invalid */
  listedAddresses(page: {
    cursor?: string
    limit: number
  }): Promise<{ addresses: ListedAddress[]; nextCursor: string | null }>
  /** Cursors at which the second and later parts of that list begin, when a part holds `size`. */
  listedParts(size: number): Promise<string[]>
}

export function createListedAddresses(db: Db): ListedAddresses {
  return {
    async listedAddresses({ cursor, limit }) {
      const after = cursor === undefined ? null : readCursor(cursor)
      const rows = await listedAddressRows(db, { after, limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      return {
        addresses: rows.map((row) => ({ id: row.id, creatorId: row.creator_id, updatedAt: row.updated_at })),
        nextCursor: last ? writeCursor({ publishedAt: last.published_at, id: last.id }) : null,
      }
    },

    async listedParts(size) {
      return (await partEnds(db, size)).map(writeCursor)
    },
  }
}
