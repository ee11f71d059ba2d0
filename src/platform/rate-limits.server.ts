import { sql } from 'kysely'
import type { Db, Trx } from './database.server.ts'

export interface RateLimit {
  /** How many in one window. */
  count: number
  windowSeconds: number
}

export type RateLimitResult = { allowed: true } | { allowed: false; retryAfterSeconds: number }

/** Limits shared by every node, stored in PostgreSQL. A window starts with its first use. */
export interface RateLimits {
  /** Takes one slot, atomically; a refused call takes none. */
  take(key: string, limit: RateLimit): Promise<RateLimitResult>
  /** Whether a slot is free; takes none. */
  check(key: string, limit: RateLimit): Promise<RateLimitResult>
  /** Releases a slot, for limits that count failures only. */
  release(key: string): Promise<void>
  /** Deletes windows that have ended. */
  cleanUp(): Promise<void>
}

/** Limits in the `rate_limits` table. Keys may identify people, so callers hash personal data. */
export function createRateLimits(db: Db): RateLimits {
  return {
    async take(key, limit) {
      // A full window is left unchanged, so that releasing a slot always frees one.
      const taken = await sql`
        insert into rate_limits as present (key, used, ends_at)
        values (${key}, 1, now() + make_interval(secs => ${limit.windowSeconds}))
        on conflict (key) do update set
          used = case when present.ends_at <= now() then 1 else present.used + 1 end,
          ends_at = case when present.ends_at <= now() then excluded.ends_at else present.ends_at end
        where present.ends_at <= now() or present.used < ${limit.count}
        returning 1
      `.execute(db)
      if (taken.rows.length > 0) return { allowed: true }
      const full = await sql<{ left: number }>`
        select extract(epoch from ends_at - now())::float8 as left from rate_limits where key = ${key}
      `.execute(db)
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(full.rows[0]?.left ?? 1)) }
    },
    async check(key, limit) {
      const result = await sql<{ left: number }>`
        select extract(epoch from ends_at - now())::float8 as left from rate_limits
        where key = ${key} and ends_at > now() and used >= ${limit.count}
      `.execute(db)
      const [full] = result.rows
      return full ? { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(full.left)) } : { allowed: true }
    },
    async release(key) {
      await sql`update rate_limits set used = greatest(used - 1, 0) where key = ${key}`.execute(db)
    },
    async cleanUp() {
      await sql`delete from rate_limits where ends_at <= now()`.execute(db)
    },
  }
}

/** Locks a window until the end of the transaction, if there is one: only one caller that takes from it continues at a time. */
export async function lockLimit(trx: Trx, key: string): Promise<void> {
  await sql`select 1 from rate_limits where key = ${key} for update`.execute(trx)
}

/** Removes windows, used up or not. */
export async function removeLimits(trx: Trx, keys: string[]): Promise<void> {
  await sql`delete from rate_limits where key = any(${keys}::text[])`.execute(trx)
}

/** Removes all windows whose keys begin so. */
export async function removeLimitsBelow(trx: Trx, prefix: string): Promise<void> {
  await sql`delete from rate_limits where starts_with(key, ${prefix})`.execute(trx)
}

/**
 * Takes slots within a transaction, which locks their keys until it ends. In order, each of `requests` takes one slot
 * under each of its keys, or none at all.
 * @returns for each request the key without a free slot, or null when its slots are taken
 */
export async function takeAll(trx: Trx, requests: (RateLimit & { key: string })[][]): Promise<(string | null)[]> {
  const requested = new Map<string, { number: number; windowSeconds: number }>()
  for (const { key, windowSeconds } of requests.flat()) {
    requested.set(key, { number: (requested.get(key)?.number ?? 0) + 1, windowSeconds })
  }
  if (requested.size === 0) return requests.map(() => null)
  // Sorted, so that concurrent transactions lock the keys in the same order.
  const keys = [...requested.keys()].sort()
  // Usually all slots are free; otherwise the excess is subtracted below.
  const { rows } = await sql<{ key: string; used: number }>`
    insert into rate_limits as present (key, used, ends_at)
    select key, number, now() + make_interval(secs => seconds) from unnest(
      ${keys}::text[], ${keys.map((key) => requested.get(key)!.number)}::int[],
      ${keys.map((key) => requested.get(key)!.windowSeconds)}::int[]
    ) as requested (key, number, seconds) order by key
    on conflict (key) do update set
      used = case when present.ends_at <= now() then excluded.used else present.used + excluded.used end,
      ends_at = case when present.ends_at <= now() then excluded.ends_at else present.ends_at end
    returning key, used
  `.execute(trx)
  const used = new Map(rows.map((row) => [row.key, row.used - requested.get(row.key)!.number]))
  const full = requests.map((request) => {
    const refusing = request.find(({ key, count }) => used.get(key)! >= count)
    if (refusing) return refusing.key
    for (const { key } of request) used.set(key, used.get(key)! + 1)
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
