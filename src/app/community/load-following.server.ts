import { loadCards } from '#app/episodes/load-cards.server.ts'
import type { Hoshi } from '#app/http/context.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { EXPLORE_PAGE } from '#catalog/episode.ts'
import { displayName } from '#creators/creator.ts'
import type { Account } from '#identity/account.ts'

/** Data of the page with the newest from those whom a person follows. */
export type FollowingData = Awaited<ReturnType<typeof loadFollowing>>

/**
 * @param creatorCursor where the row of creators continues
 * @param creatorUid whose episodes are listed; those of everyone unless this creator is followed
 */
export async function loadFollowing(
  rooms: Pick<Hoshi, 'community' | 'engagement' | 'library'>,
  account: Account,
  { cursor, creatorCursor, creatorUid }: Partial<Record<'cursor' | 'creatorCursor' | 'creatorUid', string | undefined>>,
) {
  const { community } = rooms
  const chosen = creatorUid === undefined ? null : await community.findFollowed(account, creatorUid)
  const [page, followed, followedCount, since] = await Promise.all([
    community
      .newestFollowed(account, { cursor, limit: EXPLORE_PAGE, ...(chosen && { creatorUid: chosen.uid }) })
      .catch(refusePage),
    community.followedCreators(account, { cursor: creatorCursor }).catch(refusePage),
    community.followedCount(account),
    community.visitFollowing(account),
  ])
  const [cards, fresh] = await Promise.all([
    loadCards(rooms, account, page.episodes),
    community.newSince(account, since, {
      creatorUids: followed.creators.map(({ uid }) => uid),
      episodeIds: page.episodes.map(({ id }) => id),
    }),
  ])
  const items = cards.map((card) => ({ ...card, isNew: fresh.episodeIds.has(card.id) }))
  return {
    list: { items, nextCursor: page.nextCursor },
    creators: followed.creators.map((creator) => ({
      uid: creator.uid,
      name: displayName(creator),
      avatarUrl: creator.avatarUrl,
      fresh: fresh.byCreator.get(creator.uid) ?? 0,
    })),
    nextCreators: followed.nextCursor,
    followedCount,
    /** The creator whose episodes are listed; null for everyone's. */
    chosen: chosen ? { uid: chosen.uid, name: displayName(chosen) } : null,
  }
}
