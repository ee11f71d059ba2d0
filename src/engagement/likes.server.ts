import type { Catalog } from '#catalog/catalog.server.ts'
import type { ListQuery } from '#catalog/visible-page.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { CountEvents } from './count-events.server.ts'
import { ensureStatsOf, lockCountsOf } from './count-rows.server.ts'
import { episodeLiked } from './engagement-events.ts'
import { likedEpisodes, likedList, setLike } from './like-rows.server.ts'

export interface LikeResult {
  /** The episode's likes after this call. */
  likes: number
  liked: boolean
}

export interface Likes {
  /** The episodes among these that the viewer likes; none without an account. */
  likedBy(viewer: Account | null, episodeIds: string[]): Promise<Set<string>>
  /** Adds a like. Idempotent. @throws Refusal catalog.episode_not_found */
  add(account: Account, episodeId: string): Promise<LikeResult>
  /** Removes a like. Idempotent. @throws Refusal catalog.episode_not_found */
  remove(account: Account, episodeId: string): Promise<LikeResult>
  /** The query for a person's likes, which lists read a page at a time; for that person only. */
  list(uid: string): ListQuery
}

export interface LikesParts {
  db: Db
  clock: Clock
  emit: Emit
  identity: Pick<Identity, 'lockAgainstRemoval'>
  catalog: Pick<Catalog, 'isVisibleTo'>
  countEvents: CountEvents
}

/** Likes backed by the table `likes`. */
export function createLikes(parts: LikesParts): Likes {
  return {
    likedBy: async (viewer, ids) => (viewer ? likedEpisodes(parts.db, viewer.uid, ids) : new Set()),
    add: (account, episodeId) => setLiked(parts, account, episodeId, true),
    remove: (account, episodeId) => setLiked(parts, account, episodeId, false),
    list: likedList,
  }
}

async function setLiked(
  { db, clock, emit, identity, catalog, countEvents }: LikesParts,
  account: Account,
  episodeId: string,
  liked: boolean,
): Promise<LikeResult> {
  const isThere = (await catalog.isVisibleTo(episodeId, account)) && (await ensureStatsOf(db, episodeId))
  if (!isThere) throw new Refusal('catalog.episode_not_found')
  const likedAt = liked ? clock.now() : null
  const { likes, isNew } = await transact(
    db,
    async (trx) => {
      await identity.lockAgainstRemoval(trx, account.uid)
      if (!(await lockCountsOf(trx, episodeId))) throw new Refusal('catalog.episode_not_found')
      const changed = await setLike(trx, { episodeId, uid: account.uid }, likedAt)
      if (liked && changed.isNew) await emit(trx, episodeLiked, { episodeId, likes: changed.likes })
      return changed
    },
    { isolationLevel: 'read committed' },
  )
  if (isNew) countEvents.changed(episodeId)
  return { likes, liked }
}
