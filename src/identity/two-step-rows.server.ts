import type { Db } from '#platform/database.server.ts'

type TwoStepTables = {
  two_factors: { user_id: string; backup_codes: string; verified: boolean }
  verifications: { identifier: string; value: string; expires_at: Date }
}

const tables = (db: Db) => db.withTables<TwoStepTables>()

/** Hashes of the recovery codes that an account has left, as `RecoveryCodes` stores them; null when it has none. */
export async function findRecoveryCodes(db: Db, uid: string): Promise<string | null> {
  const row = await tables(db)
    .selectFrom('two_factors')
    .select('backup_codes')
    .where('user_id', '=', uid)
    .where('verified', '=', true)
    .executeTakeFirst()
  return row?.backup_codes ?? null
}

/** Replaces the recovery codes of an account; false when it has no two-step codes. */
export async function replaceRecoveryCodes(db: Db, uid: string, stored: string): Promise<boolean> {
  const row = await tables(db)
    .updateTable('two_factors')
    .set({ backup_codes: stored })
    .where('user_id', '=', uid)
    .where('verified', '=', true)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The uid of the account whose sign-in waits for a code. @param identifier of better-auth's cookie */
export async function findPendingSignIn(db: Db, identifier: string, now: Date): Promise<string | null> {
  const row = await tables(db)
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.value ?? null
}
