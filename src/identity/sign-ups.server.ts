import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { fillDays } from '#platform/utc-days.ts'

/** Accounts that began on one UTC day and are still there. */
export interface SignUpsOfDay {
  day: string
  count: number
}

export interface SignUps {
  /** How many accounts began on each of these UTC days, in their order. */
  signUpsOn(days: readonly string[]): Promise<SignUpsOfDay[]>
}

export function createSignUps(db: Db): SignUps {
  return {
    async signUpsOn(days) {
      const from = new Date(`${days[0]}T00:00:00Z`)
      const { rows } = await sql<SignUpsOfDay>`
        select (created_at at time zone 'UTC')::date::text as day, count(*)::int as count
        from users where created_at >= ${from} group by 1`.execute(db)
      return fillDays(days, rows, { count: 0 })
    },
  }
}
