import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { VideoHost } from '#video/video-host.ts'
import { type Episode, type EpisodeChanges, EXPLORE_PAGE, type NewEpisode, OWN_LIST_MAX, PAGE_MAX } from './episode.ts'
import { readCursor, writeCursor } from './episode-cursor.server.ts'
import { inGenreOrder, readChanges, readDescription, readGenre, readTags, readTitle } from './episode-fields.ts'
import { announceEpisode } from './episode-news.server.ts'
import { mayClearNsfw, mayEdit, mayPublish, mayRemove, maySee } from './episode-permissions.ts'
import {
  countOwn,
  creatorRows,
  creatorsOf,
  deleteEpisode,
  type EpisodeRow,
  episodeIdOn,
  findEpisodeRow,
  findEpisodeRows,
  genreCountsOf,
  holdEpisodesOf,
  insertEpisode,
  isPlayableId,
  lockEpisode,
  markPlayable,
  ownRows,
  playableIdsOf,
  type Stretch,
  updateEpisode,
} from './episode-rows.server.ts'
import { claimsOf, toEpisode, type Viewer } from './episode-shown.server.ts'
import { chooseListed, type ListingAsked, listMoreGenres } from './explore.server.ts'
import { createListedAddresses, type ListedAddresses } from './listed-addresses.server.ts'
import { holdListings } from './listing-rows.server.ts'

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

/** Episodes as listed. A viewer is an account, or null for a stranger. */
export interface Catalog extends ListedAddresses {
  /**
   * Saves an episode on the creator's own video (any state but `error`; one episode per video).
   * @throws Refusal catalog.creators_only (403), catalog.title_required, catalog.title_invalid, catalog.genre_required,
   *   catalog.genre_invalid, catalog.description_invalid, catalog.tags_invalid, catalog.video_not_found,
   *   catalog.video_failed (409), catalog.video_taken (409)
   */
  publish(account: Account, input: NewEpisode): Promise<Episode>
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
   *   to a search where there is none, and the other way round)
   * @see docs/product.md#search
   */
  explore(asked: ListingAsked & PageAsked): Promise<EpisodePage>
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
  /** Genres in the product's order, free ones after them by name. */
  factsOf(creatorId: string): Promise<CreatorCatalogFacts>
  /** Ids of a creator's visible episodes, for totals. */
  visibleIdsOf(creatorId: string): Promise<string[]>
  /** Id of the episode that stands on this video, or null. For the video's owner only: it says what exists. */
  episodeOn(videoId: string): Promise<string | null>
  /**
   * Changes what is given, and says when it was changed.
   * @throws Refusal catalog.episode_not_found, catalog.owner_only (403), catalog.nsfw_locked (403: moderation set it),
   *   catalog.title_required, catalog.title_invalid, catalog.genre_required, catalog.genre_invalid,
   *   catalog.description_invalid, catalog.tags_invalid
   */
  edit(account: Account, id: string, changes: EpisodeChanges): Promise<Episode>
  /** Removes the episode and its video. @throws Refusal catalog.episode_not_found, catalog.owner_only */
  remove(account: Account, id: string): Promise<void>
  /** The account of this creator is being removed: its episodes go with their videos, published or not. */
  removeAllOf(trx: Trx, creatorId: string): Promise<void>
}

export interface CatalogParts {
  db: Db
  clock: Clock
  events: Events
  video: Pick<VideoHost, 'claimForEpisode' | 'findMany' | 'removeAllOf' | 'removeWithEpisode'>
  creators: Pick<Creators, 'findMany' | 'findUidsByName'>
}

/** Episodes over the `episodes` table. */
export function createCatalog({ db, clock, events, video, creators }: CatalogParts): Catalog {
  /** Fills in what other rooms know, drops what this viewer may not see, and shapes the rest; the order stays. */
  async function show(rows: EpisodeRow[], viewer: Viewer | null): Promise<Episode[]> {
    if (rows.length === 0) return []
    const [videos, makers] = await Promise.all([
      video.findMany(rows.map((row) => row.video_id)),
      creators.findMany([...new Set(rows.map((row) => row.creator_id))]),
    ])
    return rows.flatMap((row) => {
      const media = videos.get(row.video_id)
      const creator = makers.get(row.creator_id)
      // Either is missing only when it was removed after the row was read, and the episode with it.
      if (!media || !creator || !maySee(claimsOf(row), viewer)) return []
      return [toEpisode(row, media, creator, viewer)]
    })
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

  async function findVisibleRow(id: string, viewer: Account | null): Promise<EpisodeRow> {
    const row = isPossibleId(id) ? await findEpisodeRow(db, id) : undefined
    if (!row || !maySee(claimsOf(row), viewer)) throw new Refusal('catalog.episode_not_found')
    return row
  }

  async function find(id: string, viewer: Account | null): Promise<Episode> {
    const [episode] = await show([await findVisibleRow(id, viewer)], viewer)
    if (!episode) throw new Refusal('catalog.episode_not_found')
    return episode
  }

  async function countOf(creatorId: string): Promise<number> {
    return (await genreCountsOf(db, creatorId)).reduce((sum, each) => sum + each.count, 0)
  }

  return {
    ...createListedAddresses(db),

    async publish(account, input) {
      if (!mayPublish(account)) throw new Refusal('catalog.creators_only')
      const written = {
        title: readTitle(input.title),
        genre: readGenre(input.genre),
        description: readDescription(input.description ?? ''),
        tags: readTags(input.tags ?? []),
        nsfw: input.nsfw,
      }
      const id = newId()
      const now = clock.now()
      await db.transaction().execute(async (trx) => {
        // Holds the video until the commit, so that "ready" is either seen here or told to `videoBecamePlayable` after.
        const claimed = isPossibleId(input.videoId)
          ? await video.claimForEpisode(trx, account.uid, input.videoId)
          : null
        if (!claimed) throw new Refusal('catalog.video_not_found', { field: 'videoId' })
        if (claimed.status.state === 'error') throw new Refusal('catalog.video_failed', { field: 'videoId' })
        const stored = await insertEpisode(trx, {
          ...written,
          id,
          creator_id: account.uid,
          video_id: claimed.uid,
          is_playable: claimed.status.state === 'ready',
          published_at: now,
          updated_at: now,
        })
        if (!stored) throw new Refusal('catalog.video_taken', { field: 'videoId' })
        await announceEpisode(events, trx, { id, creator_id: account.uid })
      })
      return find(id, account)
    },

    find,

    async isOpenToAll(id) {
      return isPossibleId(id) && isPlayableId(db, id)
    },

    async isVisibleTo(id, viewer) {
      const row = isPossibleId(id) ? await findEpisodeRow(db, id) : undefined
      return row !== undefined && maySee(claimsOf(row), viewer)
    },

    async explore({ limit, ...asked }) {
      const { ids, ...page } = await chooseListed({ db, creators }, asked, pageSize(limit))
      return { episodes: await show(await findEpisodeRows(db, ids), null), ...page }
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

    async edit(account, id, changes) {
      const row = await findVisibleRow(id, account)
      if (!mayEdit(claimsOf(row), account)) throw new Refusal('catalog.owner_only')
      const written = readChanges(changes)
      if (Object.keys(written).length === 0) return find(id, account)
      await db.transaction().execute(async (trx) => {
        const current = await lockEpisode(trx, id)
        if (!current) throw new Refusal('catalog.episode_not_found')
        if (written.nsfw === false && !mayClearNsfw({ nsfw: current.nsfw, nsfwReason: current.nsfw_reason }))
          throw new Refusal('catalog.nsfw_locked', { field: 'nsfw' })
        await updateEpisode(trx, id, { ...written, updated_at: clock.now() })
        await announceEpisode(events, trx, row)
      })
      return find(id, account)
    },

    async remove(account, id) {
      const row = await findVisibleRow(id, account)
      if (!mayRemove(claimsOf(row), account)) throw new Refusal('catalog.owner_only')
      await db.transaction().execute(async (trx) => {
        // The video first: whoever makes it playable at this moment takes the two locks in the same order.
        await video.removeWithEpisode(trx, row.video_id)
        await deleteEpisode(trx, row.id)
        await announceEpisode(events, trx, row)
      })
    },

    // In the order of the episodes' ids, which is the one in which plays take turns: neither waits for the other for ever.
    removeAllOf(trx, creatorId) {
      return video.removeAllOf(trx, creatorId, async () => {
        const videoIds = await holdEpisodesOf(trx, creatorId)
        await holdListings(trx)
        return videoIds
      })
    },
  }
}

/** Told inside the transaction that makes the video playable: the episode on it, if there is one, is visible from then on. */
export async function videoBecamePlayable(trx: Trx, videoId: string): Promise<void> {
  await markPlayable(trx, videoId)
}

function pageSize(limit = EXPLORE_PAGE, longest = PAGE_MAX): number {
  return Math.min(longest, Math.max(1, Math.trunc(limit)))
}
