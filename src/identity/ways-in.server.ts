import type { Db, Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Account } from './account.ts'
import { BY_PASSWORD } from './account-rows.server.ts'
import { findPasskeys } from './passkey-rows.server.ts'
import { PROVIDER_ID } from './provider.ts'

/** How an account can sign in. */
export interface WaysIn {
  hasPassword: boolean
  /** Whether the account can sign in by the provider, as long as the operator has set it. */
  isLinked: boolean
  passkeyCount: number
}

export interface WaysInOfAccounts {
  waysInOf(account: Pick<Account, 'uid'>): Promise<WaysIn>
}

export function createWaysIn({ db }: { db: Db }): WaysInOfAccounts {
  return { waysInOf: ({ uid }) => readWaysIn(db, uid) }
}

async function readWaysIn(db: Db | Trx, uid: string): Promise<WaysIn> {
  const credentials = await db
    .withTables<{ credentials: { user_id: string; provider_id: string } }>()
    .selectFrom('credentials')
    .select('provider_id as provider')
    .where('user_id', '=', uid)
    .execute()
  return {
    hasPassword: credentials.some(({ provider }) => provider === BY_PASSWORD),
    isLinked: credentials.some(({ provider }) => provider === PROVIDER_ID),
    passkeyCount: (await findPasskeys(db, uid)).length,
  }
}

/**
 * Called after a way to sign in was removed, with the account locked: several removals do not take the last one together.
 * @throws Refusal identity.last_way_in
 */
export async function ensureWayInLeft(trx: Trx, uid: string): Promise<void> {
  const { hasPassword, isLinked, passkeyCount } = await readWaysIn(trx, uid)
  if (!hasPassword && !isLinked && passkeyCount === 0) throw new Refusal('identity.last_way_in')
}
