import { createHash } from 'node:crypto'
import type { Db, Trx } from '#platform/database.server.ts'

type EmailTables = {
  email_changes: { uid: string; email: string; token_hash: string | null; expires_at: Date }
  users: { id: string; email: string; email_verified: boolean; updated_at: Date }
  verifications: { value: string }
}

const tables = (db: Db | Trx) => db.withTables<EmailTables>()

const hashToken = (token: string) => createHash('sha256').update(`email-change:${token}`).digest('base64url')

/** Stores the address that an account wants; it replaces an earlier one, whose link is void from then on. */
export async function storeEmailChange(trx: Trx, uid: string, email: string, expiresAt: Date): Promise<void> {
  const wanted = { email, token_hash: null, expires_at: expiresAt }
  await tables(trx)
    .insertInto('email_changes')
    .values({ uid, ...wanted })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(wanted))
    .execute()
}

/** The address that an account waits to confirm; null when there is none. */
export async function findEmailChange(db: Db, uid: string, now: Date) {
  const row = await tables(db)
    .selectFrom('email_changes')
    .select(['email', 'expires_at as expiresAt'])
    .where('uid', '=', uid)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Makes this token the one that confirms the account's new address. */
export async function setEmailToken(db: Db, uid: string, token: string): Promise<void> {
  await tables(db)
    .updateTable('email_changes')
    .set({ token_hash: hashToken(token) })
    .where('uid', '=', uid)
    .execute()
}

/** The account and the new address that a token confirms; null unless the token is valid. */
export async function findByEmailToken(db: Db | Trx, token: string, now: Date) {
  const row = await tables(db)
    .selectFrom('email_changes')
    .select(['uid', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteEmailChange(db: Db | Trx, uid: string): Promise<void> {
  await tables(db).deleteFrom('email_changes').where('uid', '=', uid).execute()
}

export async function deleteExpiredEmailChanges(db: Db, now: Date): Promise<void> {
  await tables(db).deleteFrom('email_changes').where('expires_at', '<=', now).execute()
}

const UNIQUE_VIOLATION = '23505'

/**
 * Gives an account its new, confirmed address, and voids the reset links that went to the old one.
 * @returns false when another account has the address; the transaction has to be rolled back then
 */
export async function replaceEmail(trx: Trx, uid: string, email: string): Promise<boolean> {
  const confirmed = { email, email_verified: true, updated_at: new Date() }
  try {
    await tables(trx).updateTable('users').set(confirmed).where('id', '=', uid).execute()
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false
    throw error
  }
  await tables(trx).deleteFrom('verifications').where('value', '=', uid).execute()
  return true
}
