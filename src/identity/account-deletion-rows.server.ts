import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { IdentityTables } from './account-rows.server.ts'

const tables = (db: Db | Trx) => db.withTables<IdentityTables>()

/** The values of an account that its deletion and restoration need. */
export interface DeletionState {
  uid: string
  email: string
  /** When it is erased; null unless it is deactivated. */
  eraseAt: Date | null
}

const stateColumns = ['id as uid', 'email', 'erase_at as eraseAt'] as const

/** Locks the account until the commit: no new row can reference it. Undefined when it is gone. */
export async function lockForDeletion(trx: Trx, uid: string): Promise<DeletionState | undefined> {
  return tables(trx).selectFrom('users').select(stateColumns).where('id', '=', uid).forUpdate().executeTakeFirst()
}

/** Undefined when it is gone. */
export async function deletionStateOf(
  db: Db,
  by: { uid: string } | { email: string },
): Promise<DeletionState | undefined> {
  const accounts = tables(db).selectFrom('users').select(stateColumns)
  const one = 'uid' in by ? accounts.where('id', '=', by.uid) : accounts.where('email', '=', by.email)
  return one.executeTakeFirst()
}

/** Deactivates a locked account until it is erased, and ends its sessions; null restores it. */
export async function storeErasure(trx: Trx, uid: string, eraseAt: Date | null): Promise<void> {
  await tables(trx)
    .updateTable('users')
    .set({ erase_at: eraseAt, updated_at: new Date() })
    .where('id', '=', uid)
    .execute()
  if (eraseAt) await tables(trx).deleteFrom('sessions').where('user_id', '=', uid).execute()
}

/** Accounts after a uid whose deletion can no longer be undone, in uid order. */
export async function accountsToErase(db: Db, now: Date, afterUid: string, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('users')
    .select('id')
    .where('erase_at', '<=', now)
    .where('id', '>', afterUid)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether the account still has this session. */
export async function hasSession(trx: Trx, uid: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`select from sessions where id = ${sessionId} and user_id = ${uid}`.execute(trx)
  return rows.length > 0
}

/** Removes the account and, by cascade, the rows that reference it in every room. */
export async function deleteAccountRow(trx: Trx, uid: string): Promise<void> {
  await tables(trx)
    .deleteFrom('verifications')
    // A passkey that is being made names its account within the value.
    .where(({ eb, or }) => or([eb('value', '=', uid), eb('value', 'like', `%"${uid}"%`)]))
    .execute()
  await tables(trx).deleteFrom('users').where('id', '=', uid).execute()
}
