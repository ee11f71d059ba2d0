import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { AuditRecord } from '../audit.ts'
import type { AuditLog } from '../audit-log.server.ts'

/** An act on the site, as the audit log has it; `id` names the part of the site that it changed, if any. */
type Act = Pick<AuditRecord, 'action' | 'before' | 'after'> & { id?: string }

export interface SiteChangeParts {
  db: Db
  identity: Pick<Identity, 'lockForChange'>
  audit: Pick<AuditLog, 'record'>
}

/**
 * Locks the account of somebody who changes the site, whose role may have changed since the request was read.
 * @throws Refusal identity.sign_in_required, moderation.admins_only
 */
export async function lockActor(
  { identity }: Pick<SiteChangeParts, 'identity'>,
  trx: Trx,
  { uid }: Account,
  may: (account: Account) => boolean,
): Promise<void> {
  const current = (await identity.lockForChange(trx, [uid])).get(uid)
  if (!current) throw new Refusal('identity.sign_in_required')
  if (!may(current)) throw new Refusal('moderation.admins_only')
}

/** Stores the entry of an act in the audit log. */
export async function recordAct(
  { audit }: Pick<SiteChangeParts, 'audit'>,
  trx: Trx,
  { uid }: Account,
  { id = 'site', ...values }: Act,
): Promise<void> {
  await audit.record(trx, { actor: { uid }, subject: { kind: 'site', id }, reason: '', ...values })
}
