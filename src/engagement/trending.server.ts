import { sql } from 'kysely'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import { recentHeats, watchesOfOthers } from './daily-totals.server.ts'
import { chooseTrending, type Heat, trendingSlots } from './trending.ts'

export interface Trending {
  /**
   * Updates the flags from the plays: changes only episodes that start or stop trending, and emits an event for each. Safe
   * on any node, at any time; a concurrent call does nothing.
   * @returns how many episodes changed; null while another node runs it
   * @see docs/product.md#trending
   */
  refresh(): Promise<number | null>
  /**
   * Why each of these episodes is trending: its watches by others in the days that the formula looks at, by id. An episode
   * that is not trending is absent.
   */
  watches(episodes: { id: string; trending: boolean }[]): Promise<Map<string, number>>
}

export interface TrendingParts {
  db: Db
  clock: Clock
  catalog: Pick<Catalog, 'countListed' | 'listedAmong' | 'setTrending'>
}

const IDS_AT_A_TIME = 500

export function createTrending({ db, clock, catalog }: TrendingParts): Trending {
  /** The hottest listed episodes: at least one more than there are slots, if that many exist. */
  async function candidates(trx: Trx, slots: number): Promise<Heat[]> {
    const heats = await recentHeats(trx, clock.now())
    const found: Heat[] = []
    for (let at = 0; at < heats.length && found.length <= slots; at += IDS_AT_A_TIME) {
      const part = heats.slice(at, at + IDS_AT_A_TIME)
      const listed = await catalog.listedAmong(
        trx,
        part.map(({ id }) => id),
      )
      found.push(...part.filter(({ id }) => listed.has(id)))
    }
    return found
  }

  return {
    refresh: () =>
      transact(
        db,
        async (trx) => {
          // Released when the transaction ends, in any way.
          const { rows } = await sql<{ taken: boolean }>`
            select pg_try_advisory_xact_lock(hashtextextended('engagement.trending', 2)) as taken
          `.execute(trx)
          if (!rows[0]!.taken) return null
          const slots = trendingSlots(await catalog.countListed(trx))
          return await catalog.setTrending(trx, chooseTrending(await candidates(trx, slots), slots))
        },
        { isolationLevel: 'read committed' },
      ),

    async watches(episodes) {
      const ids = episodes.flatMap(({ id, trending }) => (trending ? [id] : []))
      return ids.length > 0 ? await watchesOfOthers(db, ids, clock.now()) : new Map()
    },
  }
}
