import type { Generated } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'

/** better-auth writes all columns but the last. */
interface PasskeysTable {
  id: string
  user_id: string
  name: string
  credential_id: string
  public_key: string
  counter: number
  device_type: string
  backed_up: boolean
  transports: string | null
  aaguid: string | null
  created_at: Generated<Date>
  last_used_at: Date | null
}

export interface PasskeyRow {
  id: string
  uid: string
  name: string
  credentialId: string
  publicKey: string
  counter: number
  deviceType: string
  backedUp: boolean
  transports: string | null
  aaguid: string | null
  createdAt: Date
  lastUsedAt: Date | null
}

const tables = (db: Db | Trx) => db.withTables<{ passkeys: PasskeysTable }>()

const columns = [
  'id',
  'user_id as uid',
  'name',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'device_type as deviceType',
  'backed_up as backedUp',
  'transports',
  'aaguid',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

/** The passkeys of an account, in the order in which they were made. */
export async function findPasskeys(db: Db | Trx, uid: string): Promise<PasskeyRow[]> {
  return await tables(db)
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', uid)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Whether somebody has a passkey with this id, which its authenticator chose. */
export async function isCredentialKnown(db: Db, credentialId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('passkeys')
    .select('id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns the passkey under its new name; undefined when the account has none of this id */
export async function updatePasskeyName(
  db: Db,
  uid: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return await tables(db)
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', uid)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

export async function notePasskeyUse(db: Db, credentialId: string, usedAt: Date): Promise<void> {
  await tables(db)
    .updateTable('passkeys')
    .set({ last_used_at: usedAt })
    .where('credential_id', '=', credentialId)
    .execute()
}

/** False when the account has no passkey of this id. */
export async function deletePasskey(trx: Trx, uid: string, id: string): Promise<boolean> {
  const row = await tables(trx)
    .deleteFrom('passkeys')
    .where('user_id', '=', uid)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
