import type { Catalog } from '#catalog/catalog.server.ts'
import type { Episode } from '#catalog/episode.ts'
import type { Creator } from '#creators/creator.ts'
import type { Creators } from '#creators/creators.server.ts'
import { isForeignKeyViolation } from '#engagement/count-rows.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import { pageSize } from '#platform/cursor.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { readFollowCursor, writeFollowCursor } from './community-cursor.server.ts'
import { bringFollowsBack, deactivatedFollows, setFollowsAside } from './deactivated-follow-rows.server.ts'
import type { FollowState } from './follow.ts'
import {
  allFollowed,
  deleteFollow,
  deleteFollowsOf,
  type Follow,
  followedAmong,
  followerCounts,
  followRows,
  followsOf,
  insertFollow,
  joinGroup,
} from './follow-rows.server.ts'
import { findVisit, newAmong, newByCreator, recordVisit } from './following-visit-rows.server.ts'
import { emitNotificationEvents } from './notification-events.server.ts'
import { addToFollowerGroup, lockPositions } from './notification-rows.server.ts'

interface Page {
  cursor?: string
  limit?: number
}

/** Follows of creators. */
export interface Follows {
  /** Idempotent; the creator is notified. @throws Refusal community.follow_self (409), creators.not_found */
  follow(account: Account, creatorUid: string): Promise<FollowState>
  /** Idempotent. @throws Refusal community.follow_self (409), creators.not_found */
  unfollow(account: Account, creatorUid: string): Promise<FollowState>
  /** States by creator; `following` is false for anonymous visitors. */
  followStates(viewer: Pick<Account, 'uid'> | null, creatorUids: string[]): Promise<Map<string, FollowState>>
  /** Which of these creators the viewer follows; none without an account. */
  followedAmong(viewer: Pick<Account, 'uid'> | null, creatorUids: string[]): Promise<Set<string>>
  /** Everyone whom the viewer follows, unordered; nobody without an account. */
  followedUids(viewer: Pick<Account, 'uid'> | null): Promise<string[]>
  /**
   * The newest listed episodes of the creators that the account follows, at most `limit` (1 to 60).
   * @param creatorUid only this one's; none unless followed
   * @throws Refusal catalog.cursor_invalid
   */
  newestFollowed(
    account: Account,
    page: Page & { creatorUid?: string },
  ): Promise<{ episodes: Episode[]; nextCursor: string | null }>
  /** A creator whom the account follows; null for any other. */
  findFollowed(account: Account, creatorUid: string): Promise<Creator | null>
  /** How many creators the account follows. */
  followedCount(account: Account): Promise<number>
  /** The creators that the account follows, the latest first. @throws Refusal community.cursor_invalid */
  followedCreators(account: Account, page: Page): Promise<{ creators: Creator[]; nextCursor: string | null }>
  /**
   * Records that the account opens Following, and names the moment since which an episode is new: the end of its visit
   * before, or null without one. Pages opened within half an hour belong to one visit.
   */
  visitFollowing(account: Account): Promise<Date | null>
  /**
   * Episodes that followed creators announced since then, and since they are followed: numbers by creator, at most 100
   * each, and the ids among the given episodes.
   */
  newSince(
    account: Account,
    since: Date | null,
    shown: { creatorUids: string[]; episodeIds: string[] },
  ): Promise<{ byCreator: Map<string, number>; episodeIds: Set<string> }>
  /** When a person last opened Following. For that person only. */
  lastFollowingVisit(uid: string): Promise<Date | null>
  /** Follows of a person, oldest first. For that person only. */
  followsOf(uid: string): Promise<{ creatorId: string; followedAt: Date }[]>
  /** Everyone whom an account follows that is being removed, deactivated or restored, unordered. */
  followedBy(trx: Trx, uid: string): Promise<string[]>
  /**
   * Takes the follows by a deactivated account out of every count, or brings them back. Its profile is locked, and those of
   * `followedBy`. Those of it stay: nobody finds it.
   */
  setFollowsDeactivated(trx: Trx, uid: string, isDeactivated: boolean): Promise<void>
  /** Removes all follows by and of an account that is being removed. Its profile is locked, and those of `followedBy`. */
  removeFollowsOf(trx: Trx, uid: string): Promise<void>
}

export interface FollowsParts {
  db: Db
  clock: Clock
  events: Events
  identity: Pick<Identity, 'lockAgainstRemoval'>
  creators: Pick<Creators, 'countAmong' | 'find' | 'findMany'>
  catalog: Pick<Catalog, 'newestOf'>
  engagement: { analytics: Pick<Engagement['analytics'], 'countFollowChange' | 'markFollower' | 'markLeaver'> }
}

const CREATORS_PAGE = 24
const CREATORS_PAGE_MAX = 60

export function createFollows({ db, clock, events, identity, creators, catalog, engagement }: FollowsParts): Follows {
  async function storeFollow(trx: Trx, follow: Follow): Promise<boolean> {
    const { creatorUid } = follow
    // Both accounts come first in the lock order; the notification's foreign key would lock this one last.
    await identity.lockAgainstRemoval(trx, creatorUid).catch(asUnknownCreator)
    await lockPositions(trx)
    const at = clock.now()
    if (!(await insertFollow(trx, follow, at))) return false
    const groupId = await addToFollowerGroup(trx, creatorUid, at)
    if (groupId) await joinGroup(trx, follow, groupId)
    return true
  }

  async function setFollow(account: Account, creatorUid: string, following: boolean): Promise<FollowState> {
    if (creatorUid === account.uid) throw new Refusal('community.follow_self')
    if (!isPossibleId(creatorUid) || !(await creators.find(creatorUid))) throw new Refusal('creators.not_found')
    const mark = await engagement.analytics.markFollower(account.uid, [creatorUid])
    try {
      return await transact(
        db,
        async (trx) => {
          await identity.lockAgainstRemoval(trx, account.uid)
          const follow = { followerUid: account.uid, creatorUid }
          const isChanged = following ? await storeFollow(trx, follow) : await deleteFollow(trx, follow)
          if (isChanged) {
            await emitNotificationEvents(events, trx, [creatorUid])
            await engagement.analytics.countFollowChange(trx, { creatorUids: [creatorUid], isGain: following, ...mark })
          }
          return { followers: (await followerCounts(trx, [creatorUid])).get(creatorUid) ?? 0, following }
        },
        { isolationLevel: 'read committed' },
      )
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new Refusal('creators.not_found')
      throw error
    }
  }

  return {
    follow: (account, creatorUid) => setFollow(account, creatorUid, true),
    unfollow: (account, creatorUid) => setFollow(account, creatorUid, false),

    async followStates(viewer, creatorUids) {
      const [counts, followed] = await Promise.all([
        followerCounts(db, creatorUids),
        viewer ? followedAmong(db, viewer.uid, creatorUids) : new Set<string>(),
      ])
      return new Map(creatorUids.map((uid) => [uid, { followers: counts.get(uid) ?? 0, following: followed.has(uid) }]))
    },

    followedAmong: async (viewer, creatorUids) =>
      viewer && creatorUids.length > 0 ? await followedAmong(db, viewer.uid, creatorUids) : new Set(),

    followedUids: async (viewer) => (viewer ? await allFollowed(db, viewer.uid) : []),

    async newestFollowed(account, { creatorUid, ...page }) {
      const followed =
        creatorUid === undefined
          ? await allFollowed(db, account.uid)
          : [...(await followedAmong(db, account.uid, [creatorUid]))]
      return await catalog.newestOf(followed, page)
    },

    async findFollowed(account, creatorUid) {
      const followed = isPossibleId(creatorUid) ? [...(await followedAmong(db, account.uid, [creatorUid]))] : []
      return (await creators.findMany(followed)).get(creatorUid) ?? null
    },

    followedCount: async ({ uid }) => creators.countAmong(await allFollowed(db, uid)),

    async followedCreators(account, page) {
      const after = page.cursor === undefined ? null : readFollowCursor(page.cursor)
      const limit = pageSize(page.limit, { size: CREATORS_PAGE, maxSize: CREATORS_PAGE_MAX })
      const rows = await followRows(db, account.uid, { after, limit: limit + 1 })
      const chosen = rows.slice(0, limit)
      const profiles = await creators.findMany(chosen.map((row) => row.creatorUid))
      const last = chosen.at(-1)
      return {
        creators: chosen.flatMap((row) => profiles.get(row.creatorUid) ?? []),
        nextCursor: rows.length > limit && last ? writeFollowCursor(last) : null,
      }
    },

    visitFollowing: ({ uid }) => recordVisit(db, uid, clock.now()),
    async newSince({ uid: followerUid }, since, { creatorUids, episodeIds }) {
      const [byCreator, among] = await Promise.all([
        newByCreator(db, { followerUid, since }, creatorUids),
        newAmong(db, { followerUid, since }, episodeIds),
      ])
      return { byCreator, episodeIds: among }
    },
    lastFollowingVisit: (uid) => findVisit(db, uid),

    followsOf: (uid) => followsOf(db, uid),
    followedBy: async (trx, uid) => [...(await allFollowed(trx, uid)), ...(await deactivatedFollows(trx, uid))],
    async setFollowsDeactivated(trx, uid, isDeactivated) {
      const followed = await (isDeactivated ? allFollowed(trx, uid) : deactivatedFollows(trx, uid))
      await (isDeactivated ? setFollowsAside(trx, uid) : bringFollowsBack(trx, uid))
      if (followed.length > 0) await emitNotificationEvents(events, trx, followed)
    },
    async removeFollowsOf(trx, uid) {
      const creatorUids = await deleteFollowsOf(trx, uid)
      await engagement.analytics.countFollowChange(trx, {
        creatorUids,
        isGain: false,
        ...(await engagement.analytics.markLeaver(trx, uid)),
      })
    },
  }
}

/** An account that is gone is that of a creator here. */
function asUnknownCreator(error: unknown): never {
  if (isRefusal(error) && error.code === 'identity.sign_in_required') throw new Refusal('creators.not_found')
  throw error
}
