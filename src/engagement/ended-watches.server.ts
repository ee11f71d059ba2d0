import { sql } from 'kysely'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import { utcDay } from './utc-day.ts'

export interface EndedWatches {
  /**
   * Gives the catalog the watches of each episode that was watched since yesterday, and how many of them ended. Safe on
   * any node, at any time. @see docs/product.md#up-next
   */
  refresh(): Promise<void>
}

export interface EndedWatchesParts {
  db: Db
  clock: Clock
  catalog: { upNext: Pick<Catalog['upNext'], 'setEndedCounts'> }
}

interface EndedCount {
  id: string
  watches: number
  ended: number
}

const EPISODES_AT_A_TIME = 500

export function createEndedWatches({ db, clock, catalog }: EndedWatchesParts): EndedWatches {
  return {
    async refresh() {
      const counts = await findEndedCounts(db, clock.now())
      for (let at = 0; at < counts.length; at += EPISODES_AT_A_TIME) {
        const part = counts.slice(at, at + EPISODES_AT_A_TIME)
        await transact(db, (trx) => catalog.upNext.setEndedCounts(trx, part), { isolationLevel: 'read committed' })
      }
    },
  }
}

/** Watches of all days on which a player can report, and those of them that it reported to have reached the end. */
async function findEndedCounts(db: Db, now: Date): Promise<EndedCount[]> {
  const { rows } = await sql<EndedCount>`
    select episode_id as id, sum(measured_watches)::bigint as watches, sum(reached_95)::bigint as ended
    from daily_totals
    where episode_id in (select episode_id from daily_totals where day >= ${utcDay(now, -1)}::date)
    group by episode_id order by episode_id
  `.execute(db)
  return rows
}
