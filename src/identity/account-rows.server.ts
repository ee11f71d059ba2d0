import { createHash } from 'node:crypto'
import { type ColumnType, type Generated, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Account, Role } from './account.ts'
import type { Theme } from './theme.ts'

export type IdentityTables = {
  users: {
    id: string
    email: string
    role: Role
    email_verified: Generated<boolean>
    is_creator: Generated<boolean>
    suspended_until: Date | null
    suspension_reason: Generated<string>
    /** When a deactivated account is erased; null for all others. */
    erase_at: Date | null
    is_adult: Generated<boolean>
    shows_nsfw: Generated<boolean>
    theme: Generated<Theme>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  credentials: {
    id: string
    user_id: string
    provider_id: string
    account_id: string
    password: string | null
    updated_at: Generated<Date>
  }
  sessions: { user_id: string; expires_at: ColumnType<Date> }
  verifications: { id: string; identifier: string; value: string; expires_at: Date; created_at: Generated<Date> }
  email_changes: { uid: string }
  auth_rate_limits: { last_request: number }
}

/** better-auth's name for "signs in with a password". */
export const BY_PASSWORD = 'credential'

const tables = (db: Db | Trx) => db.withTables<IdentityTables>()

export type AccountRow = {
  uid: string
  email: string
  role: Role
  isCreator: boolean
  createdAt: Date
  suspendedUntil: Date | null
  suspensionReason: string
}

/** The columns of an `AccountRow`. */
export const accountColumns = [
  'id as uid',
  'email',
  'role',
  'is_creator as isCreator',
  'created_at as createdAt',
  'suspended_until as suspendedUntil',
  'suspension_reason as suspensionReason',
] as const

/** The account now: a suspension whose time is over is none. */
export function toAccount({ suspendedUntil, suspensionReason, ...row }: AccountRow, now: Date): Account {
  const isSuspended = suspendedUntil !== null && suspendedUntil > now
  return { ...row, suspension: isSuspended ? { until: suspendedUntil, reason: suspensionReason } : null }
}

/** Stores an account and its password; null if the email address has one already, even one stored concurrently. */
export async function insertAccount(
  trx: Trx,
  account: { email: string; role: Role; createdAt: Date; isMailVerified: boolean },
  passwordHash: string,
): Promise<Account | null> {
  const { email, role, createdAt, isMailVerified } = account
  const uid = newId()
  const row = await tables(trx)
    .insertInto('users')
    .values({ id: uid, email, role, email_verified: isMailVerified, created_at: createdAt, updated_at: createdAt })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(accountColumns)
    .executeTakeFirst()
  if (!row) return null
  await tables(trx)
    .insertInto('credentials')
    .values({ id: newId(), user_id: uid, provider_id: BY_PASSWORD, account_id: uid, password: passwordHash })
    .execute()
  return toAccount(row, createdAt)
}

function accounts(db: Db) {
  return tables(db).selectFrom('users').select(accountColumns)
}

export async function findAccountByEmail(db: Db, email: string, now: Date): Promise<Account | null> {
  const row = await accounts(db).where('email', '=', email).executeTakeFirst()
  return row ? toAccount(row, now) : null
}

export async function findAccountByUid(db: Db, uid: string, now: Date): Promise<Account | null> {
  const row = await accounts(db).where('id', '=', uid).executeTakeFirst()
  return row ? toAccount(row, now) : null
}

/** Whether somebody has opened a link that was mailed to the account's address; false when the account is gone. */
export async function isMailVerified(db: Db, uid: string): Promise<boolean> {
  const row = await tables(db).selectFrom('users').select('email_verified').where('id', '=', uid).executeTakeFirst()
  return row?.email_verified ?? false
}

export async function setMailVerified(db: Db, uid: string): Promise<void> {
  const update = tables(db).updateTable('users').set({ email_verified: true, updated_at: new Date() })
  await update.where('id', '=', uid).where('email_verified', '=', false).execute()
}

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await accounts(db).limit(1).executeTakeFirst()) !== undefined
}

/** Marks an account as a creator's; a viewer's role follows. False when it is one already, or is gone. */
export async function markAsCreator(trx: Trx, uid: string): Promise<boolean> {
  const row = await tables(trx)
    .updateTable('users')
    .set({
      is_creator: true,
      role: sql<Role>`case when role = 'viewer' then 'creator' else role end`,
      updated_at: new Date(),
    })
    .where('id', '=', uid)
    .where('is_creator', '=', false)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findNsfwSetting(db: Db, uid: string): Promise<{ isAdult: boolean; always: boolean } | undefined> {
  return tables(db)
    .selectFrom('users')
    .select(['is_adult as isAdult', 'shows_nsfw as always'])
    .where('id', '=', uid)
    .executeTakeFirst()
}

/** Stores the setting; an account that is an adult's stays one. */
export async function storeNsfwSetting(
  db: Db,
  uid: string,
  { isAdult, always }: { isAdult: boolean; always: boolean },
): Promise<void> {
  await tables(db)
    .updateTable('users')
    .set({ shows_nsfw: always, updated_at: new Date(), ...(isAdult ? { is_adult: true } : {}) })
    .where('id', '=', uid)
    .execute()
}

export async function findTheme(db: Db, uid: string): Promise<Theme | undefined> {
  const row = await tables(db).selectFrom('users').select('theme').where('id', '=', uid).executeTakeFirst()
  return row?.theme
}

export async function storeTheme(db: Db, uid: string, theme: Theme): Promise<void> {
  await tables(db).updateTable('users').set({ theme, updated_at: new Date() }).where('id', '=', uid).execute()
}

/** Locks the account until the commit: no new row can reference it. */
export async function lockAccount(trx: Trx, uid: string): Promise<void> {
  await tables(trx).selectFrom('users').select('id').where('id', '=', uid).forUpdate().execute()
}

/**
 * Locks the account against removal and deactivation, but not against changes, until the commit; false when it is gone or
 * deactivated.
 */
export async function lockAccountAgainstRemoval(trx: Trx, uid: string): Promise<boolean> {
  const row = await tables(trx)
    .selectFrom('users')
    .select('id')
    .where('id', '=', uid)
    .where('erase_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Locks accounts against removal, in the order of their uids. @returns those that exist, including deactivated ones */
export async function lockAccountsAgainstRemoval(trx: Trx, uids: string[]): Promise<string[]> {
  const rows = await tables(trx)
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${uids}::text[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map(({ id }) => id)
}

export async function findPasswordHash(db: Db | Trx, uid: string): Promise<string | null> {
  const row = await tables(db)
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', uid)
    .where('provider_id', '=', BY_PASSWORD)
    .executeTakeFirst()
  return row?.password ?? null
}

/** The password hash of an email address; waits for a concurrent change of it. */
export async function readPasswordHash(db: Db, email: string): Promise<string | null> {
  const row = await tables(db)
    .selectFrom('credentials')
    .innerJoin('users', 'users.id', 'credentials.user_id')
    .select('password')
    .where('users.email', '=', email)
    .where('provider_id', '=', BY_PASSWORD)
    .forShare('credentials')
    .executeTakeFirst()
  return row?.password ?? null
}

/**
 * Sets a new password, or the first one, and, in the same transaction, ends every session and voids every reset link and change of address
 * of the account.
 *
 * @param expected the hash of the password that the caller has proved to know; without it, an account gets its first one
 * @returns false when that is no longer the account's hash
 */
export async function replacePassword(
  trx: Trx,
  uid: string,
  passwordHash: string,
  expected?: string,
): Promise<boolean> {
  const password = { password: passwordHash, updated_at: new Date() }
  const row =
    expected === undefined
      ? await tables(trx)
          .insertInto('credentials')
          .values({ id: newId(), user_id: uid, provider_id: BY_PASSWORD, account_id: uid, ...password })
          .onConflict((conflict) => conflict.columns(['user_id', 'provider_id']).doUpdateSet(password))
          .returning('id')
          .executeTakeFirst()
      : await tables(trx)
          .updateTable('credentials')
          .set(password)
          .where('user_id', '=', uid)
          .where('provider_id', '=', BY_PASSWORD)
          .where('password', '=', expected)
          .returning('id')
          .executeTakeFirst()
  if (!row) return false
  await tables(trx).deleteFrom('sessions').where('user_id', '=', uid).execute()
  await tables(trx).deleteFrom('verifications').where('value', '=', uid).execute()
  await tables(trx).deleteFrom('email_changes').where('uid', '=', uid).execute()
  return true
}

/** The hash is stored instead of the token, so that a copy of `verifications` opens no account. */
function hashToken(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url')
}

/** Stores a reset token of an account; its other tokens stay valid. */
export async function insertResetToken(db: Db, uid: string, token: string, expiresAt: Date): Promise<void> {
  const row = { id: newId(), identifier: hashToken(token), value: uid, expires_at: expiresAt }
  await tables(db).insertInto('verifications').values(row).execute()
}

/** Voids the account's reset tokens that are older than this one. */
export async function voidOlderTokens(db: Db, uid: string, token: string): Promise<void> {
  const own = tables(db).selectFrom('verifications').select('created_at').where('identifier', '=', hashToken(token))
  await tables(db).deleteFrom('verifications').where('value', '=', uid).where('created_at', '<', own).execute()
}

/** Whether a reset token is valid now; does not consume it. */
export async function isResetTokenValid(db: Db, token: string, now: Date): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Consumes a reset token and returns its account's uid; null unless it is valid and not yet consumed. */
export async function consumeResetToken(trx: Trx, token: string, now: Date): Promise<string | null> {
  const row = await tables(trx)
    .deleteFrom('verifications')
    .where('identifier', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returning('value')
    .executeTakeFirst()
  return row?.value ?? null
}

/** Removes expired sessions and reset tokens, and the counters by IP address from before migration 0013. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await tables(db).deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await tables(db).deleteFrom('verifications').where('expires_at', '<=', now).execute()
  await tables(db)
    .deleteFrom('auth_rate_limits')
    .where('last_request', '<', now.getTime() - 3_600_000)
    .execute()
}
