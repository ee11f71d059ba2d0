import type { Creators } from '#creators/creators.server.ts'
import type { Account, Viewer } from '#identity/account.ts'
import { createBatches } from '#platform/batches.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { ShareRead } from '#platform/shared-reads.ts'
import { middleOfFrame } from '#video/video.ts'
import type { VideoHost } from '#video/video-host.ts'
import { idsByPlayability, ownRows, ownTitles, profileIdsOf } from './creator-episode-rows.server.ts'
import { type CreatorCatalogFacts, factsOf, profilesOf } from './creator-facts.server.ts'
import type { Episode } from './episode.ts'
import { byCreator, type EpisodeListsParts, explore, newestAmong, newestOf, own } from './episode-lists.server.ts'
import { createEpisodeLoading, type EpisodePage, type PageQuery } from './episode-loading.server.ts'
import { maySee, mayWatch } from './episode-permissions.ts'
import { episodeConcerning, episodeIdOn, findDownload, findEpisodeRow } from './episode-rows.server.ts'
import { findVisibleRow, ownershipOf } from './episode-view.server.ts'
import { creatorsOf, findEpisodeRows, findOpen, steadyVideosOf, titlesOn } from './episodes-by-id.server.ts'
import { type ExploreQuery, listMoreGenres } from './explore.server.ts'
import { countListed } from './explore-rows.server.ts'
import { listedIdsAmong } from './listed-episode-rows.server.ts'
import { createSameFiles, type SameFiles } from './same-files.server.ts'
import { createSearchCounts } from './search-counts.server.ts'
import type { SearchCaller, SearchLimiter } from './search-limiter.server.ts'
import { findVisibleAmong } from './visible-among.server.ts'
import { findVisiblePage, type ListedAt, type ListQuery } from './visible-page.server.ts'

/** Reads episodes, as a viewer may see them. */
export interface EpisodeQueries extends SameFiles {
  /**
   * @param shown ids of the adult episodes that the viewer has chosen to see; others come without their media
   * @throws Refusal catalog.episode_not_found when absent, or not playable and not the viewer's own
   */
  find(id: string, viewer: Account | null, shown?: ReadonlySet<string>): Promise<Episode>
  /** What is known of the episode on a video for its file; null without one. Does not check access. */
  downloadOf(videoId: string): Promise<{ title: string; downloadsOpen: boolean } | null>
  /** Its length in seconds, null while that is not known. @throws Refusal catalog.episode_not_found as `find` */
  durationOf(id: string, viewer: Account | null): Promise<number | null>
  /** Number of frames of its video; null while it is not known, and without such an episode. Does not check access. */
  frameCountOf(id: string): Promise<number | null>
  /** When a frame of its video is shown, in seconds; 0 without such an episode. Does not check access. */
  secondsOfFrame(id: string, frame: number): Promise<number>
  /** Whether anyone who knows its address may watch it now. */
  isOpenToAll(id: string): Promise<boolean>
  /** Whether it is open to all, and this viewer gets its media: those of an adult one only after a choice, as in `find`. */
  isWatchable(id: string, viewer: Account | null, shown?: ReadonlySet<string>): Promise<boolean>
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
  /** Episodes of a person's list that they may see now, the latest first, without reading the rest of the list. */
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
  /**
   * Those of the given episodes that are listed, newest first.
   * @throws Refusal catalog.cursor_invalid
   */
  newestAmong(ids: string[], page: PageQuery): Promise<Omit<EpisodePage, 'total'>>
  /** The video that an episode uses, in any state; null for an unknown episode. Does not check access. */
  videoIdOf(id: string): Promise<string | null>
  /** Creator ids of these episodes, in any state, by episode id; unknown ids are absent. */
  creatorsOf(ids: string[]): Promise<Map<string, string>>
  /**
   * Videos of the given episodes that anyone may watch now, adult ones included, by episode id; without those that
   * another video is going to replace.
   */
  steadyVideosOf(ids: string[]): Promise<Map<string, string>>
  /** Genres in the product's order, then free-text ones by name. */
  factsOf(creatorId: string): Promise<CreatorCatalogFacts>
  /** The facts of `factsOf` and the ids of `profileIdsOf` for several creators, by creator ID, with one query. */
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
  video: Pick<
    VideoHost,
    'durationOf' | 'frameCountOf' | 'frameTimesOf' | 'findMany' | 'findDuplicates' | 'findLikelyDuplicate' | 'waitingOf'
  >
  creators: Pick<Creators, 'findMany'>
  searchLimiter: SearchLimiter
  /** Shares the first pages of Explore and its genres; without it, each caller reads them. */
  shared?: { pages: ShareRead<EpisodePage>; genres: ShareRead<string[]> }
}

/** Each read has four steps: choose ids, load data of other rooms, drop episodes that the viewer may not see, shape. */
export function createEpisodeQueries(parts: EpisodeQueriesParts): EpisodeQueries {
  const { db, video, creators, searchLimiter, shared } = parts
  const sameFiles = createSameFiles({ db, video })
  const loading = createEpisodeLoading({ db, video, creators, sameFiles })
  const { toEpisodes } = loading
  const search = { counts: createSearchCounts(), limiter: searchLimiter }
  // Every play asks, often about the same episode.
  const readOpen = createBatches({ run: (ids: string[]) => findOpen(db, ids), isGone: () => false })
  const openEpisode = async (id: string) => (isPossibleId(id) ? await readOpen(id) : null)
  const lists: EpisodeListsParts = { db, loading, search, sharePage: shared?.pages }

  return {
    ...sameFiles,
    find: (id, viewer, shown) => find({ db, loading }, id, viewer, shown),
    isOpenToAll: async (id) => (await openEpisode(id)) !== null,
    async isWatchable(id, viewer, shown) {
      const episode = await openEpisode(id)
      return episode !== null && mayWatch(episode, viewer, shown)
    },
    videoIdOf: async (id) => (isPossibleId(id) ? ((await findEpisodeRow(db, id))?.video_id ?? null) : null),
    downloadOf: (videoId) => findDownload(db, videoId),
    durationOf: async (id, viewer) => video.durationOf((await findVisibleRow(db, id, viewer)).video_id),
    async frameCountOf(id) {
      const row = isPossibleId(id) ? await findEpisodeRow(db, id) : undefined
      return row ? video.frameCountOf(row.video_id) : null
    },
    async secondsOfFrame(id, frame) {
      const row = isPossibleId(id) ? await findEpisodeRow(db, id) : undefined
      if (!row) return 0
      const [videos, shown] = await Promise.all([video.findMany([row.video_id]), video.frameTimesOf(row.video_id)])
      return middleOfFrame(frame, videos.get(row.video_id)?.frameRate ?? null, shown?.times ?? null)
    },
    isVisibleTo: (id, viewer) => isVisibleTo(db, id, viewer),

    explore: (query, from) => explore(lists, query, from),
    byCreator: (creatorId, viewer, page) => byCreator(lists, creatorId, viewer, page),
    own: (account, page) => own(lists, account, page),
    newestOf: (creatorIds, page) => newestOf(lists, creatorIds, page),
    newestAmong: (ids, page) => newestAmong(lists, ids, page),
    visibleAmong: (ids, viewer, term) => findVisibleAmong({ db, creators }, ids, viewer, term),
    visiblePage: (list, viewer, range) => findVisiblePage(db, list, viewer, range),

    findMany: async (ids, viewer) => toEpisodes(await findEpisodeRows(db, ids), viewer),
    findOwn: async (creatorId, ids) => toEpisodes(await ownRows(db, creatorId, ids), { uid: creatorId }),
    ownTitles: (creatorId) => ownTitles(db, creatorId),
    countListed: (trx) => countListed(trx, { genre: null, onlyTrending: false }),
    listedAmong: async (trx, ids) => new Set(await listedIdsAmong(trx, ids)),
    moreGenres: () => (shared ? shared.genres('', () => listMoreGenres(db)) : listMoreGenres(db)),

    factsOf: (creatorId) => factsOf(db, creatorId),
    profilesOf: (creatorIds) => profilesOf(db, creatorIds),
    profileIdsOf: async (creatorId) => (isPossibleId(creatorId) ? await profileIdsOf(db, creatorId) : []),
    idsByPlayability: (creatorId) => idsByPlayability(db, creatorId),

    creatorsOf: (ids) => creatorsOf(db, ids),
    steadyVideosOf: (ids) => steadyVideosOf(db, ids),
    episodeOn: (videoId) => episodeIdOn(db, videoId),
    episodeConcerning: async (videoId) => (await episodeConcerning(db, videoId))?.id ?? null,
    waitingOf: (creatorIds) => waitingOf({ db, video }, creatorIds),
  }
}

async function find(
  { db, loading }: Pick<EpisodeListsParts, 'db' | 'loading'>,
  id: string,
  viewer: Account | null,
  shown?: ReadonlySet<string>,
): Promise<Episode> {
  const [episode] = await loading.toEpisodes([await findVisibleRow(db, id, viewer)], viewer, shown)
  if (!episode) throw new Refusal('catalog.episode_not_found')
  return episode
}

async function isVisibleTo(db: Db, id: string, viewer: Account | null): Promise<boolean> {
  const row = isPossibleId(id) ? await findEpisodeRow(db, id) : undefined
  return row !== undefined && maySee(ownershipOf(row), viewer)
}

async function waitingOf(
  { db, video }: Pick<EpisodeQueriesParts, 'db' | 'video'>,
  creatorIds: string[],
): Promise<Map<string, string>> {
  const on = await titlesOn(db, await video.waitingOf(creatorIds))
  return creatorsOf(
    db,
    [...on.values()].map(({ episodeId }) => episodeId),
  )
}
