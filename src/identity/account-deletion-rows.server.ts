import type { Db, Trx } from '#platform/database.server.ts'
import type { IdentityTables } from './account-rows.server.ts'

const tables = (db: Db | Trx) => db.withTables<IdentityTables>()

/** Removes the account and, by cascade, the rows that reference it in every room. */
export async function deleteAccountRow(trx: Trx, uid: string): Promise<void> {
  await tables(trx).deleteFrom('verifications').where('value', '=', uid).execute()
  await tables(trx).deleteFrom('users').where('id', '=', uid).execute()
}
