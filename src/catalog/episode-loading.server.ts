import type { Creators } from '#creators/creators.server.ts'
import type { Viewer } from '#identity/account.ts'
import { pageSize } from '#platform/cursor.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { creditsOfEpisodes } from './credits/credit-rows.server.ts'
import { type Episode, EXPLORE_PAGE, PAGE_MAX } from './episode.ts'
import { readEpisodeCursor, writeEpisodeCursor } from './episode-cursor.server.ts'
import { maySee, maySeeProgress } from './episode-permissions.ts'
import type { EpisodeRow, PageRange } from './episode-rows.server.ts'
import { ownershipOf, toEpisode } from './episode-view.server.ts'
import type { FoundLine } from './lines/line.ts'
import type { SameFiles } from './same-files.server.ts'

export interface EpisodePage {
  episodes: Episode[]
  /** Exact number of episodes in the entire list. */
  total: number
  /** Opaque; null on the last page. */
  nextCursor: string | null
  /** The spoken lines by which alone a search found episodes, by the ids of these. */
  lines?: ReadonlyMap<string, FoundLine>
}

/** Range of a list: after the cursor, at most `limit` (clamped to 1 to 60 unless stated otherwise). */
export interface PageQuery {
  cursor?: string
  limit?: number
}

export interface EpisodeLoadingParts {
  db: Db
  video: Pick<VideoHost, 'findMany'>
  creators: Pick<Creators, 'findMany'>
  sameFiles: Pick<SameFiles, 'sameAs'>
}

/** The last three steps of each read of episodes: load data of other rooms, drop those the viewer may not see, shape. */
export function createEpisodeLoading({ db, video, creators, sameFiles }: EpisodeLoadingParts) {
  /**
   * The episodes of these rows that this viewer may see, in the same order.
   * @param shown ids of the adult episodes that the viewer has chosen to see
   */
  async function toEpisodes(
    rows: EpisodeRow[],
    viewer: Viewer | null,
    shown?: ReadonlySet<string>,
  ): Promise<Episode[]> {
    if (rows.length === 0) return []
    const own = rows.filter((row) => maySeeProgress(ownershipOf(row), viewer))
    const [videos, duplicates, profiles, credits] = await Promise.all([
      video.findMany(rows.flatMap((row) => [row.video_id, ...(row.next_video_id ? [row.next_video_id] : [])])),
      sameFiles.sameAs(own.map((row) => row.video_id)),
      creators.findMany([...new Set(rows.map((row) => row.creator_id))]),
      creditsOfEpisodes(
        db,
        rows.map((row) => row.id),
      ),
    ])
    return rows.flatMap((row) => {
      const media = videos.get(row.video_id)
      const creator = profiles.get(row.creator_id)
      // Either is missing only when it was removed after the row was read, and the episode with it.
      if (!media || !creator || !maySee(ownershipOf(row), viewer)) return []
      const next = row.next_video_id === null ? undefined : videos.get(row.next_video_id)
      const people = { creator, credits: credits.get(row.id) ?? [] }
      return [toEpisode(row, { media, next }, people, viewer, { sameAs: duplicates.get(row.video_id), shown })]
    })
  }

  /**
   * One page of a list that is ordered by date.
   *
   * @param choose returns the rows of a range
   * @throws Refusal catalog.cursor_invalid
   */
  async function loadPage(
    page: PageQuery,
    viewer: Viewer | null,
    choose: (range: PageRange) => Promise<EpisodeRow[]>,
    countAll: () => Promise<number>,
    maxSize = PAGE_MAX,
  ): Promise<EpisodePage> {
    const after = page.cursor === undefined ? null : readEpisodeCursor(page.cursor)
    const limit = pageSize(page.limit, { size: EXPLORE_PAGE, maxSize })
    const [rows, total] = await Promise.all([choose({ after, limit: limit + 1 }), countAll()])
    const chosen = rows.slice(0, limit)
    const last = chosen.at(-1)
    return {
      episodes: await toEpisodes(chosen, viewer),
      total,
      nextCursor:
        rows.length > limit && last ? writeEpisodeCursor({ publishedAt: last.published_at, id: last.id }) : null,
    }
  }

  return { toEpisodes, loadPage }
}
