import type { Catalog } from '#catalog/catalog.server.ts'
import type { ListQuery } from '#catalog/visible-page.server.ts'
import { isForeignKeyViolation } from '#engagement/count-rows.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { isFinished, type LibraryPage } from './library.ts'
import { findLibraryPage, type LibraryQuery } from './library-page.server.ts'
import { deleteFromLater, laterAmong, laterList, laterOf, storeForLater } from './watch-later-rows.server.ts'
import {
  deletePause,
  deleteWatched,
  entriesOf,
  finishedAmong,
  historyList,
  pausedAt,
  positionsOf,
  restoreRow,
  storePause,
  storePosition,
  storeWatch,
  unfinishedList,
  type WatchedEpisode,
  watchedBy,
} from './watched-rows.server.ts'

/** A row of a history as it was, for taking its removal back. */
export type RemovedEntry = Pick<WatchedEpisode, 'episodeId' | 'positionSeconds' | 'watchedAt'>

/** A person's rows of this room, oldest first. */
export interface StoredLibrary {
  history: Omit<WatchedEpisode, 'uid'>[]
  historyPausedAt: Date | null
  watchLater: { episodeId: string; addedAt: Date }[]
}

/**
 * A person's own lists of episodes. They contain only episodes that the person may see now, adult and unlisted ones
 * included; each is for that person only.
 * @see docs/product.md#library
 */
export interface Library {
  /**
   * Stores where a person is in an episode, which puts it in front of the history. The latest report wins; a paused
   * history takes in nothing.
   * @throws Refusal catalog.episode_not_found, library.position_past_end
   */
  reportPosition(account: Account, episodeId: string, positionSeconds: number): Promise<void>
  /**
   * Adds a counted watch to the history, unless that is paused; the position stays.
   * @throws Refusal catalog.episode_not_found when it has since been deleted
   */
  recordWatch(account: Account, episodeId: string): Promise<void>
  /**
   * The same episodes with the person's position in seconds, in the same order: null for those that are not in the
   * history, absent without an account.
   */
  withPositions<E extends { id: string }>(
    account: Account | null,
    episodes: E[],
  ): Promise<(E & { positionSeconds?: number | null })[]>
  /** The episodes among these that the person watched to the end; none without an account. */
  finishedAmong(account: Account | null, episodeIds: string[]): Promise<Set<string>>
  /** Begun and not finished, the last watched first. @throws Refusal catalog.cursor_invalid */
  continueWatching(account: Account, query: LibraryQuery): Promise<LibraryPage>
  /** The last watched first. @throws Refusal catalog.cursor_invalid, catalog.search_invalid */
  history(account: Account, query: LibraryQuery): Promise<LibraryPage>
  /** Removes an episode and its position from the history. Idempotent. @returns the removed entry, or null */
  removeFromHistory(account: Account, episodeId: string): Promise<RemovedEntry | null>
  /** Puts a removed episode back in its place, unless it was watched since. @throws Refusal catalog.episode_not_found */
  restoreToHistory(account: Account, entry: RemovedEntry): Promise<void>
  /** Removes all entries, or those that match the search, with the positions. @throws Refusal catalog.search_invalid */
  clearHistory(account: Account, search?: string): Promise<void>
  /** Since when the history is paused; null while it is not. */
  historyPausedAt(account: Account): Promise<Date | null>
  /** Idempotent: a paused history stays paused since the same time. */
  pauseHistory(account: Account, isPaused: boolean): Promise<void>
  /** Adds an episode to Watch Later. Idempotent. @throws Refusal catalog.episode_not_found */
  keepForLater(account: Account, episodeId: string): Promise<void>
  /** Idempotent, also for an episode that is gone. */
  removeFromLater(account: Account, episodeId: string): Promise<void>
  /** The episodes among these in the person's Watch Later list; none without an account. */
  inWatchLater(account: Account | null, episodeIds: string[]): Promise<Set<string>>
  /** The last added first. @throws Refusal catalog.cursor_invalid */
  watchLater(account: Account, query: LibraryQuery): Promise<LibraryPage>
  /** The last liked first. @throws Refusal catalog.cursor_invalid */
  likes(account: Account, query: LibraryQuery): Promise<LibraryPage>
  /** Everything that this room stores about a person, for the export. */
  storedBy(uid: string): Promise<StoredLibrary>
}

export interface LibraryParts {
  db: Db
  clock: Clock
  identity: Pick<Identity, 'lockAgainstRemoval'>
  catalog: Pick<Catalog, 'durationOf' | 'findMany' | 'isVisibleTo' | 'visibleAmong' | 'visiblePage'>
  engagement: { likes: Pick<Engagement['likes'], 'list'>; counts: Pick<Engagement['counts'], 'addTo'> }
}

/** Lists backed by the tables of this room, and by the likes of engagement. */
export function createLibrary({ db, clock, identity, catalog, engagement }: LibraryParts): Library {
  const pageOf = (account: Account, list: ListQuery, query: LibraryQuery) =>
    findLibraryPage({ db, catalog, engagement }, account, list, query)

  /** Runs `work` with the account locked against its removal, which locks it before it removes these rows. */
  async function write<T>(account: Account, work: (trx: Trx) => Promise<T>): Promise<T> {
    try {
      return await transact(
        db,
        async (trx) => {
          await identity.lockAgainstRemoval(trx, account.uid)
          return work(trx)
        },
        { isolationLevel: 'read committed' },
      )
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new Refusal('catalog.episode_not_found')
      throw error
    }
  }

  return {
    async reportPosition(account, episodeId, positionSeconds) {
      const watchedAt = clock.now()
      const durationSeconds = await catalog.durationOf(episodeId, account)
      if (positionSeconds > (durationSeconds ?? 0)) {
        throw new Refusal('library.position_past_end', { field: 'positionSeconds' })
      }
      const finished = isFinished(positionSeconds, durationSeconds)
      const watched = { uid: account.uid, episodeId, positionSeconds, isFinished: finished, watchedAt }
      await write(account, (trx) => storePosition(trx, watched))
    },

    async recordWatch(account, episodeId) {
      const watch = { uid: account.uid, episodeId, watchedAt: clock.now() }
      await write(account, (trx) => storeWatch(trx, watch))
    },

    async withPositions(account, episodes) {
      if (!account || episodes.length === 0) return episodes
      const ids = episodes.map((episode) => episode.id)
      const positions = await positionsOf(db, account.uid, ids)
      return episodes.map((episode) => ({ ...episode, positionSeconds: positions.get(episode.id) ?? null }))
    },

    async finishedAmong(account, episodeIds) {
      return account ? finishedAmong(db, account.uid, episodeIds) : new Set()
    },

    continueWatching: (account, query) => pageOf(account, unfinishedList(account.uid), query),
    history: (account, query) => pageOf(account, historyList(account.uid), query),

    async removeFromHistory(account, episodeId) {
      if (!isPossibleId(episodeId)) return null
      const [removed] = await write(account, (trx) => deleteWatched(trx, account.uid, [episodeId]))
      return removed ?? null
    },

    async restoreToHistory(account, { episodeId, positionSeconds, watchedAt }) {
      const durationSeconds = await catalog.durationOf(episodeId, account)
      const position = Math.min(positionSeconds, durationSeconds ?? 0)
      const at = new Date(Math.min(watchedAt.getTime(), clock.now().getTime()))
      const isEnd = isFinished(position, durationSeconds)
      const watched = { uid: account.uid, episodeId, positionSeconds: position, isFinished: isEnd, watchedAt: at }
      await write(account, (trx) => restoreRow(trx, watched))
    },

    async clearHistory(account, search) {
      const ids = (await entriesOf(db, historyList(account.uid))).map((entry) => entry.episodeId)
      const isAll = search === undefined || search.trim() === ''
      const chosen = isAll ? 'all' : [...(await catalog.visibleAmong(ids, account, search))]
      await write(account, (trx) => deleteWatched(trx, account.uid, chosen))
    },

    historyPausedAt: ({ uid }) => pausedAt(db, uid),
    pauseHistory: (account, isPaused) =>
      write(account, (trx) => (isPaused ? storePause(trx, account.uid, clock.now()) : deletePause(trx, account.uid))),

    async keepForLater(account, episodeId) {
      if (!(await catalog.isVisibleTo(episodeId, account))) throw new Refusal('catalog.episode_not_found')
      await write(account, (trx) => storeForLater(trx, account.uid, { episodeId, at: clock.now() }))
    },

    async removeFromLater(account, episodeId) {
      if (isPossibleId(episodeId)) await write(account, (trx) => deleteFromLater(trx, account.uid, episodeId))
    },

    async inWatchLater(account, episodeIds) {
      return account ? laterAmong(db, account.uid, episodeIds) : new Set()
    },

    watchLater: (account, query) => pageOf(account, laterList(account.uid), query),

    likes: (account, query) => pageOf(account, engagement.likes.list(account.uid), query),

    async storedBy(uid) {
      const [history, historyPausedAt, later] = await Promise.all([
        watchedBy(db, uid),
        pausedAt(db, uid),
        laterOf(db, uid),
      ])
      const watchLater = later.map(({ episodeId, at }) => ({ episodeId, addedAt: at }))
      return { history, historyPausedAt, watchLater }
    },
  }
}
