import type { Db } from '#platform/database.server.ts'
import { linkedFileOf } from '#video/linked-file.ts'
import type { FoundVideo } from '#video/video.ts'
import type { VideoHost } from '#video/video-host.ts'
import { readChapters, withoutChapters } from './chapters.ts'
import { readEpisodeCursor, writeEpisodeCursor } from './episode-cursor.server.ts'
import { pageEnds, type SitemapRow, sitemapRows } from './listed-episode-rows.server.ts'

/** A listed episode: its ids, the time of its last change, and what plays. */
export interface SitemapEntry {
  id: string
  creatorId: string
  updatedAt: Date
  /** Null where its creator names the sites that embed it, and while it has no picture. */
  video: SitemapVideo | null
}

/** The video of an episode that any site may embed. URLs are paths below the origin, or absolute. */
export interface SitemapVideo {
  title: string
  /** In words, without its chapters; empty when it has none. */
  description: string
  genre: string
  poster: string
  /** The file that programs are sent to; null until it is made. */
  file: string | null
  durationSeconds: number | null
  publishedAt: Date
}

/** The episodes that Explore lists, with only the fields that the sitemap needs. */
export interface SitemapEntries {
  /** Newest first, at most `limit`. @throws Refusal catalog.cursor_invalid */
  entries(page: { cursor?: string; limit: number }): Promise<{ entries: SitemapEntry[]; nextCursor: string | null }>
  /** Cursors at which the second and later pages of that list start, with `size` entries a page. */
  cursors(size: number): Promise<string[]>
}

export function createSitemapEntries(db: Db, video: Pick<VideoHost, 'findMany'>): SitemapEntries {
  return {
    async entries({ cursor, limit }) {
      const after = cursor === undefined ? null : readEpisodeCursor(cursor)
      const rows = await sitemapRows(db, { after, limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      const videos = await video.findMany(rows.map((row) => row.video_id))
      return {
        entries: rows.map((row) => ({
          id: row.id,
          creatorId: row.creator_id,
          updatedAt: row.updated_at,
          video: videoOf(row, videos.get(row.video_id)),
        })),
        nextCursor: last ? writeEpisodeCursor({ publishedAt: last.published_at, id: last.id }) : null,
      }
    },

    async cursors(size) {
      return (await pageEnds(db, size)).map(writeEpisodeCursor)
    },
  }
}

function videoOf(row: SitemapRow, found: FoundVideo | undefined): SitemapVideo | null {
  const poster = found?.largePoster ?? found?.playback.poster ?? null
  if (!found || poster === null || row.embed_sites !== null) return null
  const { title, description, genre, published_at: publishedAt } = row
  const { durationSeconds } = found
  return {
    title,
    description: withoutChapters(description, readChapters(description, durationSeconds)),
    genre,
    poster,
    file: linkedFileOf(found.files)?.url ?? null,
    durationSeconds,
    publishedAt,
  }
}
