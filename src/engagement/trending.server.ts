import { sql } from 'kysely'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { recentHeats } from './daily-totals.server.ts'
import { chooseTrending, type Heat, trendingPlaces } from './trending.ts'

export interface Trending {
  /**
   * Makes the flags follow the plays: only episodes that begin or cease to be trending are touched, and each is announced.
   * Any node may, at any time; while one is at it, another has nothing to do.
   * @returns how many episodes changed; null when another node is at it
   * @see docs/product.md#trending
   */
  refreshTrending(): Promise<number | null>
}

export interface TrendingParts {
  db: Db
  clock: Clock
  catalog: Pick<Catalog, 'countListed' | 'listedAmong' | 'setTrending'>
}

const IDS_AT_A_TIME = 500

export function createTrending({ db, clock, catalog }: TrendingParts): Trending {
  /** The hottest of the listed ones, and one more than there are places. */
  async function candidates(trx: Trx, places: number): Promise<Heat[]> {
    const heats = await recentHeats(trx, clock.now())
    const found: Heat[] = []
    for (let at = 0; at < heats.length && found.length <= places; at += IDS_AT_A_TIME) {
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
    refreshTrending: () =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (trx) => {
          // Freed with the transaction, however that ends.
          const { rows } = await sql<{ taken: boolean }>`
            select pg_try_advisory_xact_lock(hashtextextended('engagement.trending', 2)) as taken
          `.execute(trx)
          if (!rows[0]!.taken) return null
          const places = trendingPlaces(await catalog.countListed(trx))
          return await catalog.setTrending(trx, chooseTrending(await candidates(trx, places), places))
        }),
  }
}
