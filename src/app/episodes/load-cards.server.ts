import type { Hoshi } from '#app/http/context.ts'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { type Card, cardOf } from './card-shape.ts'

/** The cards of these episodes, in the same order, with facts about them from the other rooms: one query each. */
export async function loadCards(
  { engagement, library, community }: Pick<Hoshi, 'engagement' | 'library' | 'community'>,
  account: Account | null,
  episodes: Episode[],
): Promise<Card[]> {
  const ids = episodes.map(({ id }) => id)
  const creatorUids = [...new Set(episodes.map(({ creatorId }) => creatorId))]
  const [counts, trending, followed, positioned] = await Promise.all([
    engagement.counts.of(ids),
    engagement.trending.watches(episodes),
    community.followedAmong(account, creatorUids),
    library.withPositions(account, episodes),
  ])
  return positioned.map((episode) =>
    cardOf({
      ...episode,
      views: counts.get(episode.id)?.views ?? 0,
      trendingWatches: trending.get(episode.id),
      following: account?.uid === episode.creatorId ? null : followed.has(episode.creatorId),
    }),
  )
}
