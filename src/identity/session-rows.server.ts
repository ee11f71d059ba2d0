import { type Generated, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { UNKNOWN_DEVICE } from './device.ts'

/** The columns of `sessions` that are ours; better-auth writes the others. */
interface SessionsTable {
  id: string
  user_id: string
  signed_in_at: Generated<Date>
  expires_at: Date
  created_at: Generated<Date>
  /** Null for sessions from before migration 0181. */
  device: string | null
  /** Null until it was seen five minutes after its start. */
  last_seen_at: Date | null
}

const tables = (db: Db | Trx) => db.withTables<{ sessions: SessionsTable }>()

/** By the clock of the database, which sets the column: nodes whose clocks differ agree. */
export async function isSignInRecent(db: Db, sessionId: string, withinMinutes: number): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('signed_in_at', '>=', sql<Date>`now() - make_interval(mins => ${withinMinutes})`)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a session as recent as a new one. */
export async function renewSignIn(db: Db, sessionId: string): Promise<void> {
  await tables(db).updateTable('sessions').set({ signed_in_at: sql<Date>`now()` }).where('id', '=', sessionId).execute()
}

/** The unexpired sessions of an account, the last one used first. */
export async function sessionsOf(db: Db, uid: string, now: Date) {
  const lastSeenAt = sql<Date>`coalesce(last_seen_at, created_at)`
  return await tables(db)
    .selectFrom('sessions')
    .select(['id', sql<string>`coalesce(device, ${UNKNOWN_DEVICE})`.as('device'), 'created_at as createdAt'])
    .select(lastSeenAt.as('lastSeenAt'))
    .where('user_id', '=', uid)
    .where('expires_at', '>', now)
    .orderBy(lastSeenAt, 'desc')
    .orderBy('id')
    .execute()
}

/** Ends a session of this account; false when it has none of this id. */
export async function deleteSession(db: Db, uid: string, id: string): Promise<boolean> {
  const row = await tables(db)
    .deleteFrom('sessions')
    .where('user_id', '=', uid)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends all sessions of an account but one. */
export async function deleteOtherSessions(db: Db, uid: string, keptId: string | null): Promise<void> {
  await tables(db)
    .deleteFrom('sessions')
    .where('user_id', '=', uid)
    .where('id', '<>', keptId ?? '')
    .execute()
}

/** Notes that a session was used, unless that was noted since `staleBefore`. */
export async function noteSeen(db: Db, sessionId: string, seenAt: Date, staleBefore: Date): Promise<void> {
  await tables(db)
    .updateTable('sessions')
    .set({ last_seen_at: seenAt })
    .where('id', '=', sessionId)
    .where(sql<Date>`coalesce(last_seen_at, created_at)`, '<', staleBefore)
    .execute()
}
