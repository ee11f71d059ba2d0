import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { EarlierVideo } from '#video/video.ts'
import type { VideoHost } from '#video/video-host.ts'
import { type Episode, EXPLORE_PAGE, OWN_LIST_MAX, PAGE_MAX, type SameFile } from './episode.ts'
import { readCursor, writeCursor } from './episode-cursor.server.ts'
import { inGenreOrder } from './episode-fields.ts'
import { maySee, maySeeProgress } from './episode-permissions.ts'
import {
  countOwn,
  creatorRows,
  creatorsOf,
  type EpisodeRow,
  episodeConcerning,
  episodeIdOn,
  findEpisodeRow,
  findEpisodeRows,
  genreCountsOf,
  isPlayableId,
  listedIdsAmong,
  ownRows,
  playableIdsOf,
  type Stretch,
  steadyVideosOf,
  titlesOn,
} from './episode-rows.server.ts'
import { claimsOf, findVisibleRow, toEpisode, type Viewer } from './episode-shown.server.ts'
import { chooseListed, type ListingAsked, listMoreGenres, type Searcher } from './explore.server.ts'
import { countListed } from './listing-rows.server.ts'
import { createSearchCounts } from './search-counts.server.ts'
import { createSearchTurns, type SearchTurnsParts } from './search-turns.server.ts'

export interface EpisodePage {
  episodes: Episode[]
  /** Exact number of episodes in the whole list. */
  total: number
  /** Opaque; null on the last page. */
  nextCursor: string | null
}

/** Which part of a list: from the cursor on, at most `limit` (1 to 60; other whole numbers count as the nearest). */
export interface PageAsked {
  cursor?: string
  limit?: number
}

/** What a profile counts: visible, playable episodes only. */
export interface CreatorCatalogFacts {
  episodeCount: number
  genres: string[]
}

/** What there is, as a viewer may see it. */
export interface Finding {
  /** @throws Refusal catalog.episode_not_found when absent, or not playable and not the viewer's own */
  find(id: string, viewer: Account | null): Promise<Episode>
  /** Whether anyone may watch it now: it exists and can be played. */
  isOpenToAll(id: string): Promise<boolean>
  /** Whether `find` would show it to this viewer. */
  isVisibleTo(id: string, viewer: Account | null): Promise<boolean>
  /**
   * Never nsfw, never unplayable, and only what passes every filter that is given. Newest first; what is searched for
   * comes by group (titles that start with the term, titles with all its words, tags and creators), in title order each.
   * @throws Refusal catalog.genre_invalid, catalog.search_invalid, catalog.cursor_invalid (also for a cursor that belongs
   *   to a search where there is none, and the other way round), catalog.searches_too_many, catalog.searches_busy,
   *   catalog.search_abandoned
   * @param from whose searches are counted; nobody's without it
   * @see docs/product.md#search
   */
  explore(asked: ListingAsked & PageAsked, from?: Searcher): Promise<EpisodePage>
  /** How many episodes strangers find in all. */
  countListed(trx: Trx): Promise<number>
  /** Those of these episodes that strangers find: playable and not adult. */
  listedAmong(trx: Trx, ids: string[]): Promise<Set<string>>
  /** Up to twelve genres on Explore that its menu lacks: canonical ones in their order, then those with most episodes. */
  moreGenres(): Promise<string[]>
  /**
   * A creator's episodes newest first, nsfw included; unplayable ones only for the owner, and in no total.
   * @throws Refusal catalog.cursor_invalid
   */
  byCreator(creatorId: string, viewer: Account | null, page: PageAsked): Promise<EpisodePage>
  /**
   * All episodes of one's own newest first, whatever their state, and all of them counted; at most `OWN_LIST_MAX` a page.
   * @throws Refusal catalog.cursor_invalid
   */
  own(account: Pick<Account, 'uid'>, page: PageAsked): Promise<EpisodePage>
  /** Those of these episodes that are this creator's, as the creator sees them, in no order. */
  findOwn(creatorId: string, ids: string[]): Promise<Episode[]>
  /** Who made these episodes, whatever their state; unknown ids are absent. */
  creatorsOf(ids: string[]): Promise<Map<string, string>>
  /**
   * The videos of those of these episodes that anyone may watch now, adult ones included, by the episode's id; without
   * those that another video is going to replace.
   */
  steadyVideosOf(ids: string[]): Promise<Map<string, string>>
  /** Genres in the product's order, free ones after them by name. */
  factsOf(creatorId: string): Promise<CreatorCatalogFacts>
  /** Ids of a creator's visible episodes, for totals. */
  visibleIdsOf(creatorId: string): Promise<string[]>
  /** Id of the episode that stands on this video, or null. For the video's owner only: it says what exists. */
  episodeOn(videoId: string): Promise<string | null>
  /** The episodes of these creators whose videos wait for a worker, each with its creator. */
  waitingOf(creatorIds: string[]): Promise<Map<string, string>>
  /** Which earlier file each of these videos repeats, by the video's id; those that repeat none are absent. For their owner only. */
  sameAs(videoIds: string[]): Promise<Map<string, SameFile>>
  /** An own file that arrived under this name and with this size, which makes it most likely the same; null without one. */
  findLikeFile(account: Account, file: { name: string; sizeBytes: number }): Promise<SameFile | null>
  /** The same, also for an episode that waits for it. */
  episodeConcerning(videoId: string): Promise<string | null>
}

export interface FindingParts {
  db: Db
  video: Pick<VideoHost, 'findMany' | 'findEarlier' | 'findLike' | 'waitingOf'>
  creators: Pick<Creators, 'findMany'>
  /** The server's secret; keys of this room's own are derived from it. */
  secret: string
  searchLimits?: SearchTurnsParts['limits']
}

/** Reads in four steps: choose ids, fill in, drop what this viewer may not see, shape. */
export function createFinding({ db, video, creators, secret, searchLimits }: FindingParts): Finding {
  const listing = { db, counts: createSearchCounts(), turns: createSearchTurns({ db, secret, limits: searchLimits }) }

  /** Fills in what other rooms know, drops what this viewer may not see, and shapes the rest; the order stays. */
  async function show(rows: EpisodeRow[], viewer: Viewer | null): Promise<Episode[]> {
    if (rows.length === 0) return []
    const own = rows.filter((row) => maySeeProgress(claimsOf(row), viewer))
    const [videos, repeats, makers] = await Promise.all([
      video.findMany(rows.flatMap((row) => [row.video_id, ...(row.next_video_id ? [row.next_video_id] : [])])),
      sameAs(own.map((row) => row.video_id)),
      creators.findMany([...new Set(rows.map((row) => row.creator_id))]),
    ])
    return rows.flatMap((row) => {
      const media = videos.get(row.video_id)
      const creator = makers.get(row.creator_id)
      // Either is missing only when it was removed after the row was read, and the episode with it.
      if (!media || !creator || !maySee(claimsOf(row), viewer)) return []
      const next = row.next_video_id === null ? undefined : videos.get(row.next_video_id)
      return [toEpisode(row, { media, next }, creator, viewer, repeats.get(row.video_id))]
    })
  }

  async function sameAs(videoIds: string[]): Promise<Map<string, SameFile>> {
    const earlier = await video.findEarlier(videoIds)
    const named = await nameFiles([...earlier.values()])
    return new Map([...earlier].map(([uid, file]) => [uid, named.get(file.uid)!]))
  }

  /** Each file with the episode on it, by the video's id. */
  async function nameFiles(files: EarlierVideo[]): Promise<Map<string, SameFile>> {
    const titles = await titlesOn(
      db,
      files.map((file) => file.uid),
    )
    return new Map(files.map(({ uid, name }) => [uid, { videoId: uid, name, ...titles.get(uid) }]))
  }

  async function showPage(
    page: PageAsked,
    viewer: Viewer | null,
    choose: (stretch: Stretch) => Promise<EpisodeRow[]>,
    countAll: () => Promise<number>,
    longest = PAGE_MAX,
  ): Promise<EpisodePage> {
    const after = page.cursor === undefined ? null : readCursor(page.cursor)
    const limit = pageSize(page.limit, longest)
    const [rows, total] = await Promise.all([choose({ after, limit: limit + 1 }), countAll()])
    const chosen = rows.slice(0, limit)
    const last = chosen.at(-1)
    return {
      episodes: await show(chosen, viewer),
      total,
      nextCursor: rows.length > limit && last ? writeCursor({ publishedAt: last.published_at, id: last.id }) : null,
    }
  }

  async function find(id: string, viewer: Account | null): Promise<Episode> {
    const [episode] = await show([await findVisibleRow(db, id, viewer)], viewer)
    if (!episode) throw new Refusal('catalog.episode_not_found')
    return episode
  }

  async function countOf(creatorId: string): Promise<number> {
    return (await genreCountsOf(db, creatorId)).reduce((sum, each) => sum + each.count, 0)
  }

  return {
    find,

    async isOpenToAll(id) {
      return isPossibleId(id) && isPlayableId(db, id)
    },

    async isVisibleTo(id, viewer) {
      const row = isPossibleId(id) ? await findEpisodeRow(db, id) : undefined
      return row !== undefined && maySee(claimsOf(row), viewer)
    },

    async explore({ limit, ...asked }, from) {
      const { ids, ...page } = await chooseListed(listing, asked, pageSize(limit), from ?? null)
      return { episodes: await show(await findEpisodeRows(db, ids), null), ...page }
    },

    countListed: (trx) => countListed(trx, { genre: null, onlyTrending: false }),

    async listedAmong(trx, ids) {
      return new Set(await listedIdsAmong(trx, ids))
    },

    moreGenres: () => listMoreGenres(db),

    async byCreator(creatorId, viewer, page) {
      if (!isPossibleId(creatorId)) return { episodes: [], total: 0, nextCursor: null }
      const withUnplayable = maySee({ creatorId, isPlayable: false }, viewer)
      return showPage(
        page,
        viewer,
        (stretch) => creatorRows(db, creatorId, { ...stretch, withUnplayable }),
        () => countOf(creatorId),
      )
    },

    own: (account, { limit = OWN_LIST_MAX, ...page }) =>
      showPage(
        { ...page, limit },
        account,
        (stretch) => creatorRows(db, account.uid, { ...stretch, withUnplayable: true }),
        () => countOwn(db, account.uid),
        OWN_LIST_MAX,
      ),

    async findOwn(creatorId, ids) {
      return show(await ownRows(db, creatorId, ids), { uid: creatorId })
    },

    creatorsOf: (ids) => creatorsOf(db, ids),
    steadyVideosOf: (ids) => steadyVideosOf(db, ids),

    async factsOf(creatorId) {
      const counts = isPossibleId(creatorId) ? await genreCountsOf(db, creatorId) : []
      return {
        episodeCount: counts.reduce((sum, each) => sum + each.count, 0),
        genres: inGenreOrder(counts.map((each) => each.genre)),
      }
    },

    async visibleIdsOf(creatorId) {
      return isPossibleId(creatorId) ? playableIdsOf(db, creatorId) : []
    },

    episodeOn: (videoId) => episodeIdOn(db, videoId),

    async waitingOf(creatorIds) {
      const on = await titlesOn(db, await video.waitingOf(creatorIds))
      return creatorsOf(
        db,
        [...on.values()].map(({ episodeId }) => episodeId),
      )
    },

    sameAs,

    async findLikeFile(account, file) {
      const like = await video.findLike(account, file)
      return like && (await nameFiles([like])).get(like.uid)!
    },

    async episodeConcerning(videoId) {
      return (await episodeConcerning(db, videoId))?.id ?? null
    },
  }
}

function pageSize(limit = EXPLORE_PAGE, longest = PAGE_MAX): number {
  return Math.min(longest, Math.max(1, Math.trunc(limit)))
}
