import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Account, Role, Suspension } from './account.ts'
import { type AccountRow, accountColumns, type IdentityTables, toAccount } from './account-rows.server.ts'

const tables = (db: Db | Trx) => db.withTables<IdentityTables>()

/** Locks accounts against changes until the commit, in the order of their uids. @returns those that exist, by uid */
export async function lockAccountsForChange(trx: Trx, uids: string[], now: Date): Promise<Map<string, Account>> {
  const rows = await tables(trx)
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', sql<string>`any(${uids}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.uid, toAccount(row, now)]))
}

export async function findAccounts(db: Db, uids: string[], now: Date): Promise<Account[]> {
  const rows = await tables(db)
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', sql<string>`any(${uids}::text[])`)
    .execute()
  return rows.map((row) => toAccount(row, now))
}

export async function updateRole(trx: Trx, uid: string, role: Role): Promise<void> {
  await tables(trx).updateTable('users').set({ role, updated_at: new Date() }).where('id', '=', uid).execute()
}

/** Stores a suspension, or its end, and ends all sessions of the account. */
export async function updateSuspension(trx: Trx, uid: string, suspension: Suspension | null): Promise<void> {
  await tables(trx)
    .updateTable('users')
    .set({
      suspended_until: suspension?.until ?? null,
      suspension_reason: suspension?.reason ?? '',
      updated_at: new Date(),
    })
    .where('id', '=', uid)
    .execute()
  if (suspension) await tables(trx).deleteFrom('sessions').where('user_id', '=', uid).execute()
}

/**
 * Whether there is another admin than this one who may write. Holds a lock until the commit, so that of two admins who
 * lose their role at once one stays. Called after the account is locked.
 */
export async function hasOtherAdmin(trx: Trx, uid: string, now: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('identity.admins', 2))`.execute(trx)
  const row = await tables(trx)
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '<>', uid)
    .where('erase_at', 'is', null)
    .where((eb) => eb.or([eb('suspended_until', 'is', null), eb('suspended_until', '<=', now)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether there is an admin, suspended or not. */
export async function hasAdmin(db: Db | Trx): Promise<boolean> {
  const row = await tables(db).selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Serialises the first admins until the commit. */
export async function lockFirstAdmin(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('identity.admins', 2))`.execute(trx)
}

/** The filters of a list of accounts, and the place where it continues. */
export interface AccountSearch {
  /** Part of an email address; empty for any. */
  search: string
  /** Uids of accounts that match by data of other rooms. */
  alsoUids: readonly string[]
  role: Role | null
  isSuspended: boolean
  /** The last one shown. */
  after: { createdAt: Date; uid: string } | null
  limit: number
}

/** Accounts, newest first. */
export async function searchAccounts(db: Db, options: AccountSearch, now: Date): Promise<Account[]> {
  const { search, alsoUids, role, isSuspended, after, limit } = options
  let query = tables(db).selectFrom('users').select(accountColumns)
  if (search !== '')
    query = query.where((eb) =>
      eb.or([
        sql<boolean>`position(${search.toLowerCase()} in email) > 0`,
        eb('id', '=', sql<string>`any(${alsoUids}::text[])`),
      ]),
    )
  if (role !== null) query = query.where('role', '=', role)
  if (isSuspended) query = query.where('suspended_until', '>', now)
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.uid})`)
  const rows: AccountRow[] = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => toAccount(row, now))
}
