import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { holdReads } from '#platform/held-reads.ts'
import { fillDays } from '#platform/utc-days.ts'

/** Plays of all episodes on one UTC day; `previews` are part of `views`. */
export interface ViewsOfDay {
  day: string
  views: number
  previews: number
}

export interface SiteViews {
  /**
   * Plays of all episodes that are there, on each of these UTC days, the last of which is today; earlier ones up to an hour
   * old.
   */
  on(days: readonly string[]): Promise<ViewsOfDay[]>
}

/** Past days change only as episodes are removed, and a site has many rows of each. */
const PAST_HELD_MS = 60 * 60 * 1000

export function createSiteViews({ db, clock }: { db: Db; clock: Clock }): SiteViews {
  const past = holdReads({ holdMs: PAST_HELD_MS, now: () => clock.now().getTime() }, (from: string, before: string) =>
    viewsFrom(db, from, sql`day < ${before}::date`),
  )
  return {
    async on(days) {
      const [first = '', today = ''] = [days[0], days.at(-1)]
      const found = await Promise.all([past(first, today), viewsFrom(db, today, sql`day = ${today}::date`)])
      return fillDays(days, found.flat(), { views: 0, previews: 0 })
    },
  }
}

async function viewsFrom(db: Db, from: string, until: RawBuilder<unknown>): Promise<ViewsOfDay[]> {
  const { rows } = await sql<ViewsOfDay>`
    select day::text as day, sum(views)::bigint as views, sum(views - watches)::bigint as previews
    from daily_totals where day >= ${from}::date and ${until} group by day`.execute(db)
  return rows
}
