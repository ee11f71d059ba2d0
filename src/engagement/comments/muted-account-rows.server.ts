import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { isForeignKeyViolation } from '../count-rows.server.ts'

interface Mute {
  uid: string
  mutedUid: string
}

/** Adds the mute; false when there is no such account. Idempotent. */
export async function insertMute(db: Db, { uid, mutedUid }: Mute, mutedAt: Date): Promise<boolean> {
  try {
    await sql`
      insert into muted_accounts (uid, muted_uid, muted_at) values (${uid}, ${mutedUid}, ${mutedAt})
      on conflict do nothing
    `.execute(db)
    return true
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

/** Removes the mute. Idempotent. */
export async function deleteMute(db: Db, { uid, mutedUid }: Mute): Promise<void> {
  await sql`delete from muted_accounts where uid = ${uid} and muted_uid = ${mutedUid}`.execute(db)
}

/** The accounts that this person has muted, in the order of the mutes. */
export async function mutesOf(db: Db, uid: string): Promise<{ uid: string; mutedAt: Date }[]> {
  const { rows } = await sql<{ uid: string; mutedAt: Date }>`
    select muted_uid as uid, muted_at as "mutedAt" from muted_accounts where uid = ${uid} order by muted_at, muted_uid
  `.execute(db)
  return rows
}
