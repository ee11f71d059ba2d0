import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import { pageSize } from '#platform/cursor.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { VideoHost } from '#video/video-host.ts'
import { isListed } from './audience.ts'
import {
  countOwn,
  creatorRows,
  genreCountsOf,
  idsByPlayability,
  ownRows,
  ownTitles,
  profileEpisodesOf,
  profileIdsOf,
} from './creator-episode-rows.server.ts'
import { type Episode, EXPLORE_PAGE, OWN_LIST_MAX, PAGE_MAX } from './episode.ts'
import { readEpisodeCursor, writeEpisodeCursor } from './episode-cursor.server.ts'
import { inGenreOrder } from './episode-fields.ts'
import { createEpisodeLoading, type EpisodePage, type PageQuery } from './episode-loading.server.ts'
import { isOwner, maySee } from './episode-permissions.ts'
import {
  creatorsOf,
  type EpisodeRow,
  episodeConcerning,
  episodeIdOn,
  findEpisodeRow,
  findEpisodeRows,
  isOpenId,
  listedIdsAmong,
  steadyVideosOf,
  titlesOn,
} from './episode-rows.server.ts'
import { findVisibleRow, ownershipOf, type Viewer } from './episode-view.server.ts'
import { type ExploreQuery, findExplorePage, listMoreGenres } from './explore.server.ts'
import { countListed } from './explore-rows.server.ts'
import { newestListedOf } from './newest-rows.server.ts'
import { createSameFiles, type SameFiles } from './same-files.server.ts'
import { createSearchCounts } from './search-counts.server.ts'
import { createSearchLimiter, type SearchCaller, type SearchLimiterParts } from './search-limiter.server.ts'
import { findVisibleAmong } from './visible-among.server.ts'
import { findVisiblePage, type ListedAt, type ListQuery } from './visible-page.server.ts'

/** Facts for a profile, about the episodes that everyone sees on it. */
export interface CreatorCatalogFacts {
  episodeCount: number
  genres: string[]
}

/** Reads episodes, as a viewer may see them. */
export interface EpisodeQueries extends SameFiles {
  /** @throws Refusal catalog.episode_not_found when absent, or not playable and not the viewer's own */
  find(id: string, viewer: Account | null): Promise<Episode>
  /** Its length in seconds, null while that is not known. @throws Refusal catalog.episode_not_found as `find` */
  durationOf(id: string, viewer: Account | null): Promise<number | null>
  /** Whether anyone who knows its address may watch it now. */
  isOpenToAll(id: string): Promise<boolean>
  /** Whether `find` would show it to this viewer. */
  isVisibleTo(id: string, viewer: Account | null): Promise<boolean>
  /**
   * Listed episodes that pass every given filter. Newest first; search results by group (titles that start
   * with the term, titles with all its words, tags and creators), each in title order.
   * @throws Refusal catalog.genre_invalid, catalog.search_invalid, catalog.cursor_invalid (also for a search cursor without
   *   a search, and vice versa), catalog.searches_too_many, catalog.searches_busy, request.abandoned
   * @param from the caller, for rate limits; without it, none apply
   * @see docs/product.md#search
   */
  explore(query: ExploreQuery & PageQuery, from?: SearchCaller): Promise<EpisodePage>
  /** Number of publicly listed episodes. */
  countListed(trx: Trx): Promise<number>
  /** The given episodes that Explore lists. */
  listedAmong(trx: Trx, ids: string[]): Promise<Set<string>>
  /** Up to twelve genres on Explore that its menu lacks: canonical ones in their order, then those with the most episodes. */
  moreGenres(): Promise<string[]>
  /**
   * The episodes on a creator's profile, newest first, nsfw included; for the owner all others too, but not in the total.
   * @throws Refusal catalog.cursor_invalid
   */
  byCreator(creatorId: string, viewer: Account | null, page: PageQuery): Promise<EpisodePage>
  /**
   * The account's own episodes in any state, newest first, all of them counted; at most `OWN_LIST_MAX` a page.
   * @throws Refusal catalog.cursor_invalid
   */
  own(account: Pick<Account, 'uid'>, page: PageQuery): Promise<EpisodePage>
  /** The given episodes that belong to this creator, as the creator sees them, unordered. */
  findOwn(creatorId: string, ids: string[]): Promise<Episode[]>
  /** Titles and dates of all of a creator's episodes, in any state, newest first. For the creator only. */
  ownTitles(creatorId: string): Promise<{ id: string; title: string; publishedAt: Date }[]>
  /** The given episodes that this viewer may see, in the same order. */
  findMany(ids: string[], viewer: Viewer | null): Promise<Episode[]>
  /**
   * Those of the given ids that this person may see now and, with a search, whose title or creator's name contains each
   * of its words.
   * @throws Refusal catalog.search_invalid
   */
  visibleAmong(ids: string[], viewer: Viewer, search?: string): Promise<Set<string>>
  /** Those of a person's list that they may see now, the latest first, without reading the rest of the list. */
  visiblePage(
    list: ListQuery,
    viewer: Viewer,
    range: { after: ListedAt | null; limit: number },
  ): Promise<{ entries: ListedAt[]; total: number }>
  /**
   * Listed episodes of the given creators, newest first.
   * @throws Refusal catalog.cursor_invalid
   */
  newestOf(creatorIds: string[], page: PageQuery): Promise<Omit<EpisodePage, 'total'>>
  /** Creator ids of these episodes, in any state, by episode id; unknown ids are absent. */
  creatorsOf(ids: string[]): Promise<Map<string, string>>
  /**
   * Videos of the given episodes that anyone may watch now, adult ones included, by episode id; without those that
   * another video is going to replace.
   */
  steadyVideosOf(ids: string[]): Promise<Map<string, string>>
  /** Genres in the product's order, then free-text ones by name. */
  factsOf(creatorId: string): Promise<CreatorCatalogFacts>
  /** The same of several creators with one query, and the ids that `profileIdsOf` returns. */
  profilesOf(creatorIds: string[]): Promise<Map<string, CreatorCatalogFacts & { episodeIds: string[] }>>
  /** Ids of the episodes that everyone sees on a creator's profile, for its totals. */
  profileIdsOf(creatorId: string): Promise<string[]>
  /** Ids of a creator's own episodes, whatever their visibility: those that play, which the dashboard's totals count, and others. */
  idsByPlayability(creatorId: string): Promise<{ playable: string[]; others: string[] }>
  /** Id of the episode that uses this video, or null. For the video's owner only: the result reveals that it exists. */
  episodeOn(videoId: string): Promise<string | null>
  /** Creator ids of these creators' episodes whose videos wait for a worker, by episode id. */
  waitingOf(creatorIds: string[]): Promise<Map<string, string>>
  /** Id of the episode that uses or awaits this video, or null. */
  episodeConcerning(videoId: string): Promise<string | null>
}

export interface EpisodeQueriesParts {
  db: Db
  video: Pick<VideoHost, 'durationOf' | 'findMany' | 'findDuplicates' | 'findLikelyDuplicate' | 'waitingOf'>
  creators: Pick<Creators, 'findMany'>
  /** The server's secret, from which this room derives its own keys. */
  secret: string
  searchLimits?: SearchLimiterParts['limits']
}

const explorePage = { size: EXPLORE_PAGE, maxSize: PAGE_MAX }

/** Each read has four steps: choose ids, load data of other rooms, drop what the viewer may not see, shape. */
export function createEpisodeQueries({
  db,
  video,
  creators,
  secret,
  searchLimits,
}: EpisodeQueriesParts): EpisodeQueries {
  const exploreParts = {
    db,
    counts: createSearchCounts(),
    limiter: createSearchLimiter({ db, secret, limits: searchLimits }),
  }
  const sameFiles = createSameFiles({ db, video })
  const { toEpisodes, loadPage } = createEpisodeLoading({ db, video, creators, sameFiles })

  async function find(id: string, viewer: Account | null): Promise<Episode> {
    const [episode] = await toEpisodes([await findVisibleRow(db, id, viewer)], viewer)
    if (!episode) throw new Refusal('catalog.episode_not_found')
    return episode
  }

  async function countOf(creatorId: string): Promise<number> {
    return (await genreCountsOf(db, creatorId)).reduce((sum, each) => sum + each.count, 0)
  }

  return {
    ...sameFiles,
    find,

    async isOpenToAll(id) {
      return isPossibleId(id) && isOpenId(db, id)
    },

    async durationOf(id, viewer) {
      const { video_id } = await findVisibleRow(db, id, viewer)
      return video.durationOf(video_id)
    },

    async isVisibleTo(id, viewer) {
      const row = isPossibleId(id) ? await findEpisodeRow(db, id) : undefined
      return row !== undefined && maySee(ownershipOf(row), viewer)
    },

    async explore({ limit, ...query }, from) {
      const { ids, ...page } = await findExplorePage(exploreParts, query, pageSize(limit, explorePage), from ?? null)
      return { episodes: await toEpisodes(stillListed(await findEpisodeRows(db, ids)), null), ...page }
    },

    countListed: (trx) => countListed(trx, { genre: null, onlyTrending: false }),

    async listedAmong(trx, ids) {
      return new Set(await listedIdsAmong(trx, ids))
    },

    moreGenres: () => listMoreGenres(db),

    async byCreator(creatorId, viewer, page) {
      if (!isPossibleId(creatorId)) return { episodes: [], total: 0, nextCursor: null }
      return loadPage(
        page,
        viewer,
        (range) => creatorRows(db, creatorId, { ...range, isOwner: isOwner({ creatorId }, viewer) }),
        () => countOf(creatorId),
      )
    },

    own: (account, { limit = OWN_LIST_MAX, ...page }) =>
      loadPage(
        { ...page, limit },
        account,
        (range) => creatorRows(db, account.uid, { ...range, isOwner: true }),
        () => countOwn(db, account.uid),
        OWN_LIST_MAX,
      ),

    async findOwn(creatorId, ids) {
      return toEpisodes(await ownRows(db, creatorId, ids), { uid: creatorId })
    },

    ownTitles: (creatorId) => ownTitles(db, creatorId),

    async findMany(ids, viewer) {
      return toEpisodes(await findEpisodeRows(db, ids), viewer)
    },

    visibleAmong: (ids, viewer, search) => findVisibleAmong({ db, creators }, ids, viewer, search),

    visiblePage: (list, viewer, range) => findVisiblePage(db, list, viewer, range),

    async newestOf(creatorIds, { cursor, limit }) {
      const after = cursor === undefined ? null : readEpisodeCursor(cursor)
      const size = pageSize(limit, explorePage)
      const found = await newestListedOf(db, creatorIds, { after, limit: size + 1 })
      const chosen = found.slice(0, size)
      const last = chosen.at(-1)
      const rows = await findEpisodeRows(
        db,
        chosen.map(({ id }) => id),
      )
      return {
        episodes: await toEpisodes(stillListed(rows), null),
        nextCursor: found.length > size && last ? writeEpisodeCursor(last) : null,
      }
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

    async profilesOf(creatorIds) {
      const byCreator = Map.groupBy(await profileEpisodesOf(db, creatorIds), (row) => row.creatorId)
      return new Map(
        creatorIds.map((creatorId) => {
          const rows = byCreator.get(creatorId) ?? []
          const episodeIds = rows.flatMap(({ ids }) => ids)
          return [
            creatorId,
            { episodeCount: episodeIds.length, genres: inGenreOrder(rows.map(({ genre }) => genre)), episodeIds },
          ]
        }),
      )
    },

    async profileIdsOf(creatorId) {
      return isPossibleId(creatorId) ? profileIdsOf(db, creatorId) : []
    },

    idsByPlayability: (creatorId) => idsByPlayability(db, creatorId),

    episodeOn: (videoId) => episodeIdOn(db, videoId),

    async waitingOf(creatorIds) {
      const on = await titlesOn(db, await video.waitingOf(creatorIds))
      return creatorsOf(
        db,
        [...on.values()].map(({ episodeId }) => episodeId),
      )
    },

    async episodeConcerning(videoId) {
      return (await episodeConcerning(db, videoId))?.id ?? null
    },
  }
}

/** Without episodes that have left Explore since their ids were read. */
function stillListed(rows: EpisodeRow[]): EpisodeRow[] {
  return rows.filter((row) => isListed(row.audience))
}
