import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { holdReads } from '#platform/held-reads.ts'
import { fillDays } from '#platform/utc-days.ts'

/** Videos that arrived on one UTC day and are still there. */
export interface UploadsOfDay {
  day: string
  count: number
  bytes: number
  /** Uploads among `count` that failed or were refused. */
  failed: number
}

/** Bytes of all videos: as they were uploaded, and as players get them. */
export interface StoredBytes {
  originals: number
  renditions: number
}

const PAST_HELD_MS = 60 * 60 * 1000
/** Every rendition of the site is summed. */
const BYTES_HELD_MS = 5 * 60 * 1000

/** @see VideoHost.uploadsOn */
export function createSiteUploads({ db, clock }: { db: Db; clock: Clock }) {
  const past = holdReads({ holdMs: PAST_HELD_MS, now: () => clock.now().getTime() }, (from: string, before: string) =>
    uploadsBetween(db, from, before),
  )
  return async (days: readonly string[]): Promise<UploadsOfDay[]> => {
    const [first = '', today = ''] = [days[0], days.at(-1)]
    const found = await Promise.all([past(first, today), uploadsBetween(db, today, null)])
    return fillDays(days, found.flat(), { count: 0, bytes: 0, failed: 0 })
  }
}

/** @param before the first day that does not count; null for none */
async function uploadsBetween(db: Db, from: string, before: string | null): Promise<UploadsOfDay[]> {
  const until = before === null ? sql`` : sql`and received_at < ${startOf(before)}`
  const { rows } = await sql<UploadsOfDay>`
    select (received_at at time zone 'UTC')::date::text as day, count(*)::int as count,
      sum(size_bytes)::bigint as bytes, count(*) filter (where state = 'error')::int as failed
    from videos where received_at >= ${startOf(from)} ${until} group by 1`.execute(db)
  return rows
}

/** @see VideoHost.openUploads */
export async function countOpenUploads({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from videos where state = 'pendingupload' and upload_expires_at > ${clock.now()}
  `.execute(db)
  return rows[0]!.count
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** @see VideoHost.storedBytes */
export function createStoredBytes({ db, clock }: { db: Db; clock: Clock }): () => Promise<StoredBytes> {
  return holdReads({ holdMs: BYTES_HELD_MS, now: () => clock.now().getTime() }, async () => {
    const { rows } = await sql<StoredBytes>`
      select
        (select coalesce(sum(size_bytes), 0) from videos where received_at is not null and state <> 'error')::bigint
          as originals,
        (select coalesce(sum(size_bytes), 0) from renditions)::bigint as renditions`.execute(db)
    return rows[0]!
  })
}
