import { sql } from 'kysely'
import type { Db } from './database.server.ts'

export interface RateLimit {
  /** How many in one window. */
  count: number
  windowSeconds: number
}

export type Taken = { allowed: true } | { allowed: false; retryAfterSeconds: number }

/** Limits shared by every node, kept in PostgreSQL. A window starts with its first use. */
export interface RateLimits {
  /** Takes one place, atomically; a refused call takes none. */
  take(key: string, limit: RateLimit): Promise<Taken>
  /** Gives a place back, for limits that count failures only. */
  giveBack(key: string): Promise<void>
  /** Drops windows that have ended. */
  sweep(): Promise<void>
}

/** Limits over the `rate_limits` table. Keys may name people, so callers hash what is personal. */
export function createRateLimits(db: Db): RateLimits {
  return {
    async take(key, limit) {
      // A full window is left as it is, so that giving one place back always frees one.
      const taken = await sql`
        insert into rate_limits as held (key, used, ends_at)
        values (${key}, 1, now() + make_interval(secs => ${limit.windowSeconds}))
        on conflict (key) do update set
          used = case when held.ends_at <= now() then 1 else held.used + 1 end,
          ends_at = case when held.ends_at <= now() then excluded.ends_at else held.ends_at end
        where held.ends_at <= now() or held.used < ${limit.count}
        returning 1
      `.execute(db)
      if (taken.rows.length > 0) return { allowed: true }
      const full = await sql<{ left: number }>`
        select extract(epoch from ends_at - now())::float8 as left from rate_limits where key = ${key}
      `.execute(db)
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(full.rows[0]?.left ?? 1)) }
    },
    async giveBack(key) {
      await sql`update rate_limits set used = greatest(used - 1, 0) where key = ${key}`.execute(db)
    },
    async sweep() {
      await sql`delete from rate_limits where ends_at <= now()`.execute(db)
    },
  }
}
