import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { AuditRecord } from '../audit.ts'
import type { AuditLog } from '../audit-log.server.ts'

/** An act on the site, as the audit log has it; `id` is what it was done to, where that is a part of the site. */
type Act = Pick<AuditRecord, 'action' | 'before' | 'after'> & { id?: string }

export interface SiteChangeParts {
  db: Db
  identity: Pick<Identity, 'lockForChange'>
  audit: Pick<AuditLog, 'recordAudit'>
}

/** Runs a change of the site with its entry; `act` is null where nothing changed. */
export type ChangeSite = <Result>(
  actor: Account,
  work: (trx: Trx) => Promise<{ act: Act | null; result: Result }>,
) => Promise<Result>

/**
 * Changes by people whose role, read under its lock, lets them.
 * @throws Refusal identity.sign_in_required, moderation.admins_only
 */
export function createSiteChange(
  { db, identity, audit }: SiteChangeParts,
  may: (account: Account) => boolean,
): ChangeSite {
  return async ({ uid }, work) =>
    await transact(db, async (trx) => {
      const current = (await identity.lockForChange(trx, [uid])).get(uid)
      if (!current) throw new Refusal('identity.sign_in_required')
      if (!may(current)) throw new Refusal('moderation.admins_only')
      const { act, result } = await work(trx)
      if (!act) return result
      const { id = 'site', ...values } = act
      await audit.recordAudit(trx, { actor: { uid }, subject: { kind: 'site', id }, reason: '', ...values })
      return result
    })
}
