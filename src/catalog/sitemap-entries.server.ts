import type { Db } from '#platform/database.server.ts'
import { readEpisodeCursor, writeEpisodeCursor } from './episode-cursor.server.ts'
import { pageEnds, sitemapRows } from './listed-episode-rows.server.ts'

/** A listed episode: its ids and the time of its last change. */
export interface SitemapEntry {
  id: string
  creatorId: string
  updatedAt: Date
}

/** The episodes that Explore lists, with only the fields that the sitemap needs. */
export interface SitemapEntries {
  /** Newest first, at most `limit`. @throws Refusal catalog.cursor_invalid */
  entries(page: { cursor?: string; limit: number }): Promise<{ entries: SitemapEntry[]; nextCursor: string | null }>
  /** Cursors at which the second and later pages of that list start, with `size` entries a page. */
  cursors(size: number): Promise<string[]>
}

export function createSitemapEntries(db: Db): SitemapEntries {
  return {
    async entries({ cursor, limit }) {
      const after = cursor === undefined ? null : readEpisodeCursor(cursor)
      const rows = await sitemapRows(db, { after, limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      return {
        entries: rows.map((row) => ({ id: row.id, creatorId: row.creator_id, updatedAt: row.updated_at })),
        nextCursor: last ? writeEpisodeCursor({ publishedAt: last.published_at, id: last.id }) : null,
      }
    },

    async cursors(size) {
      return (await pageEnds(db, size)).map(writeEpisodeCursor)
    },
  }
}
