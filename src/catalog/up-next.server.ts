import type { Account } from '#identity/account.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isListed } from './audience.ts'
import type { EpisodeQueries } from './episode-queries.server.ts'
import { findVisibleRow } from './episode-view.server.ts'
import { endedShare, type NextEpisode, UP_NEXT_MAX } from './up-next.ts'
import { idsAfter, storeEndedShares } from './up-next-rows.server.ts'

/** The episodes to watch after another one. @see docs/product.md#up-next */
export interface UpNext {
  /**
   * At most `UP_NEXT_MAX` listed episodes in the order in which they are offered, never the episode itself.
   * @param nextPart id of the next part of its series, which comes first if it is listed; null for none
   * @throws Refusal catalog.episode_not_found
   */
  after(id: string, viewer: Account | null, nextPart: string | null): Promise<NextEpisode[]>
  /** Stores how often these episodes were watched, and how many of these watches ended; unknown ids are ignored. */
  setEndedCounts(trx: Trx, counts: { id: string; watches: number; ended: number }[]): Promise<void>
}

export function createUpNext(db: Db, { findMany }: Pick<EpisodeQueries, 'findMany'>): UpNext {
  return {
    async after(id, viewer, nextPart) {
      const row = await findVisibleRow(db, id, viewer)
      const part = nextPart === id ? null : nextPart
      const found = await idsAfter(db, row, part === null ? [] : [part])
      const chosen = [...(part === null ? [] : [{ id: part, reason: 'series' as const, term: null }]), ...found]
      const episodes = await findMany(
        chosen.map((each) => each.id),
        null,
      )
      const listed = new Map(episodes.filter(({ audience }) => isListed(audience)).map((each) => [each.id, each]))
      const terms = [...row.tags, row.genre]
      return chosen
        .flatMap(({ id: nextId, reason, term }) => {
          const episode = listed.get(nextId)
          return episode ? [{ episode, reason, term: term === null ? null : terms[term]! }] : []
        })
        .slice(0, UP_NEXT_MAX)
    },

    setEndedCounts: (trx, counts) =>
      storeEndedShares(
        trx,
        counts.map(({ id, ...count }) => ({ id, share: endedShare(count) })),
      ),
  }
}
