import { sql } from 'kysely'
import type { Db, Trx } from './database.server.ts'

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
  /** Whether a place is free; takes none. */
  look(key: string, limit: RateLimit): Promise<Taken>
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
    async look(key, limit) {
      const held = await sql<{ left: number }>`
        select extract(epoch from ends_at - now())::float8 as left from rate_limits
        where key = ${key} and ends_at > now() and used >= ${limit.count}
      `.execute(db)
      const [full] = held.rows
      return full ? { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(full.left)) } : { allowed: true }
    },
    async giveBack(key) {
      await sql`update rate_limits set used = greatest(used - 1, 0) where key = ${key}`.execute(db)
    },
    async sweep() {
      await sql`delete from rate_limits where ends_at <= now()`.execute(db)
    },
  }
}

/**
 * Takes places within a transaction, which holds their keys until its end: one under each key of a wish, or none of them,
 * wish after wish.
 * @returns for each wish the key that has no place left, or null when its places are taken
 */
export async function takeTogether(trx: Trx, wishes: (RateLimit & { key: string })[][]): Promise<(string | null)[]> {
  const wished = new Map<string, { number: number; windowSeconds: number }>()
  for (const { key, windowSeconds } of wishes.flat()) {
    wished.set(key, { number: (wished.get(key)?.number ?? 0) + 1, windowSeconds })
  }
  if (wished.size === 0) return wishes.map(() => null)
  // Whoever takes several takes them in one order.
  const keys = [...wished.keys()].sort()
  // Most often there is room for all; otherwise what was added too much is taken away below.
  const { rows } = await sql<{ key: string; used: number }>`
    insert into rate_limits as held (key, used, ends_at)
    select key, number, now() + make_interval(secs => seconds) from unnest(
      ${keys}::text[], ${keys.map((key) => wished.get(key)!.number)}::int[],
      ${keys.map((key) => wished.get(key)!.windowSeconds)}::int[]
    ) as wished (key, number, seconds) order by key
    on conflict (key) do update set
      used = case when held.ends_at <= now() then excluded.used else held.used + excluded.used end,
      ends_at = case when held.ends_at <= now() then excluded.ends_at else held.ends_at end
    returning key, used
  `.execute(trx)
  const used = new Map(rows.map((row) => [row.key, row.used - wished.get(row.key)!.number]))
  const full = wishes.map((wish) => {
    const refusing = wish.find(({ key, count }) => used.get(key)! >= count)
    if (refusing) return refusing.key
    for (const { key } of wish) used.set(key, used.get(key)! + 1)
    return null
  })
  if (full.some((key) => key !== null)) {
    await sql`
      update rate_limits set used = taken.used
      from unnest(${keys}::text[], ${keys.map((key) => used.get(key)!)}::int[]) as taken (key, used)
      where rate_limits.key = taken.key
    `.execute(trx)
  }
  return full
}
