import type { Db, Trx } from '#platform/database.server.ts'
import { PROVIDER_ID } from './provider.ts'

type ProviderTables = {
  credentials: { user_id: string; provider_id: string; account_id: string; created_at: Date }
  verifications: { identifier: string; value: string; expires_at: Date }
}

const tables = (db: Db | Trx) => db.withTables<ProviderTables>()

/** The identity of an account at the provider. */
export interface ProviderLink {
  /** The provider's name for the person (`sub`). */
  person: string
  linkedAt: Date
}

/** Null when the account is not linked. */
export async function findLink(db: Db | Trx, uid: string): Promise<ProviderLink | null> {
  const row = await tables(db)
    .selectFrom('credentials')
    .select(['account_id as person', 'created_at as linkedAt'])
    .where('user_id', '=', uid)
    .where('provider_id', '=', PROVIDER_ID)
    .executeTakeFirst()
  return row ?? null
}

/** False when the account is not linked. */
export async function deleteLink(trx: Trx, uid: string): Promise<boolean> {
  const row = await tables(trx)
    .deleteFrom('credentials')
    .where('user_id', '=', uid)
    .where('provider_id', '=', PROVIDER_ID)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The account for which a link was started; null for a sign-in. @param state that the provider sends back */
export async function findLinkStarted(db: Db, state: string): Promise<string | null> {
  const row = await tables(db)
    .selectFrom('verifications')
    .select('value')
    // better-auth's identifier of a state.
    .where('identifier', '=', `auth-state:${state}`)
    .executeTakeFirst()
  const { link } = JSON.parse(row?.value ?? '{}') as { link?: { userId?: string } }
  return link?.userId ?? null
}
