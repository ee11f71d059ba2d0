import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { Digest } from './notification.ts'

/** A person who is due a digest, with the time and the end of the last one. */
export interface DueDigest {
  uid: string
  digest: Exclude<Digest, 'off'>
  digestAt: Date | null
  digestPosition: number
}

/** People after a uid whose last digest is old enough, in uid order. */
export async function dueDigests(
  db: Db,
  afterUid: string,
  lastBefore: { daily: Date; weekly: Date },
  limit: number,
): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    select uid, digest, digest_at as "digestAt", digest_position as "digestPosition" from notification_settings
    where digest <> 'off' and uid > ${afterUid} and (
      digest_at is null or digest_at <= case digest when 'daily' then ${lastBefore.daily}::timestamptz
        else ${lastBefore.weekly}::timestamptz end
    )
    order by uid limit ${limit}
  `.execute(db)
  return rows
}

/** Records a digest before it is sent; false when another process was faster, or the person has changed their mind. */
export async function reserveDigest(db: Db, due: DueDigest, at: Date, position: number): Promise<boolean> {
  const { rows } = await sql`
    update notification_settings set digest_at = ${at}, digest_position = ${position}
    where uid = ${due.uid} and digest = ${due.digest} and digest_position = ${due.digestPosition}
      and digest_at is not distinct from ${due.digestAt}::timestamptz
    returning 1
  `.execute(db)
  return rows.length > 0
}

/** Takes back a digest that could not be sent. */
export async function releaseDigest(db: Db, due: DueDigest, reservedAt: Date): Promise<void> {
  await sql`
    update notification_settings set digest_at = ${due.digestAt}, digest_position = ${due.digestPosition}
    where uid = ${due.uid} and digest_at = ${reservedAt}
  `.execute(db)
}

/** Ends the digests of a person. Idempotent, also when the account is gone. */
export async function endDigests(db: Db, uid: string): Promise<void> {
  await sql`update notification_settings set digest = 'off' where uid = ${uid}`.execute(db)
}
