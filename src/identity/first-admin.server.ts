import { createHash } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { transact } from '#platform/transact.server.ts'
import { hasAdmin, lockFirstAdmin } from './account-change-rows.server.ts'
import type { IdentityTables } from './account-rows.server.ts'

/** The link that makes its first user an admin, while there is none. Only a hash of its token is stored. */
export interface FirstAdminLink {
  /** A new token, valid for 24 hours; null when there is an admin. */
  issueFirstAdminToken(): Promise<string | null>
  /** Whether the token could be used now. */
  isFirstAdminToken(token: string): Promise<boolean>
  /** Consumes a token, and all others with it; false when it is not valid, or when there is an admin by now. */
  consumeFirstAdminToken(trx: Trx, token: string): Promise<boolean>
}

const TOKEN_HOURS = 24
/** Takes the place of an account's uid, which no account has yet. */
const FIRST_ADMIN = 'first-admin'

export function createFirstAdminLink({ db, clock }: { db: Db; clock: Clock }): FirstAdminLink {
  const tables = (from: Db | Trx) => from.withTables<IdentityTables>()
  const valid = (from: Db | Trx, token: string) =>
    tables(from)
      .selectFrom('verifications')
      .select('id')
      .where('identifier', '=', hashToken(token))
      .where('value', '=', FIRST_ADMIN)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst()

  return {
    async issueFirstAdminToken() {
      return await transact(db, async (trx) => {
        await lockFirstAdmin(trx)
        if (await hasAdmin(trx)) return null
        const token = newId()
        const expires_at = new Date(clock.now().getTime() + TOKEN_HOURS * 3_600_000)
        const row = { id: newId(), identifier: hashToken(token), value: FIRST_ADMIN, expires_at }
        await tables(trx).insertInto('verifications').values(row).execute()
        return token
      })
    },
    async isFirstAdminToken(token) {
      return (await valid(db, token)) !== undefined && !(await hasAdmin(db))
    },
    async consumeFirstAdminToken(trx, token) {
      await lockFirstAdmin(trx)
      if (!(await valid(trx, token)) || (await hasAdmin(trx))) return false
      await tables(trx).deleteFrom('verifications').where('value', '=', FIRST_ADMIN).execute()
      return true
    },
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(`${FIRST_ADMIN}:${token}`).digest('base64url')
}
