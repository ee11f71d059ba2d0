import type { Creators } from '#creators/creators.server.ts'
import type { Account, Role, Suspension } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { type AccountFields, readAccountFields } from './account-fields.ts'
import type { AuditAction, AuditActor, AuditValues } from './audit.ts'
import type { AuditLog } from './audit-log.server.ts'
import { mayAdminister, whyNotActOn } from './permissions.ts'

/** An account of the console, or a person who may run commands on the server. */
export type Actor = Account | 'console'

export interface AccountVerbsParts {
  db: Db
  clock: Clock
  identity: Identity
  creators: Pick<Creators, 'ensureProfile' | 'setFounderBadge'>
  video: Pick<VideoHost, 'setQuota'>
  audit: Pick<AuditLog, 'record'>
}

/** The values that an act changed, before and after; null when it changed none. */
type Change = { before: AuditValues; after: AuditValues } | null

/** @see Accounts.change */
export async function changeAccount(
  parts: AccountVerbsParts,
  actor: Actor,
  uid: string,
  input: AccountFields,
): Promise<void> {
  const fields = readAccountFields(input, parts.clock.now())
  const { role, founderBadge, quotaBytes, suspendedUntil, reason } = fields
  await transact(parts.db, async (trx) => {
    const subject = await lockSubject(parts, trx, actor, uid, fields)
    const record = async (action: AuditAction, change: Change) => {
      if (change === null) return
      const who: AuditActor = actor === 'console' ? actor : { uid: actor.uid }
      await parts.audit.record(trx, {
        actor: who,
        action,
        subject: { kind: 'account', id: uid },
        reason,
        ...change,
      })
    }
    if (role !== undefined) await record('account.role', await changeRole(parts, trx, subject, role))
    if (founderBadge !== undefined)
      await record('account.founding-badge', await changeBadge(parts, trx, subject, founderBadge))
    if (quotaBytes !== undefined) await record('account.quota', await changeQuota(parts, trx, subject, quotaBytes))
    if (suspendedUntil === null) await record('account.restored', await lift(parts, trx, subject))
    if (suspendedUntil)
      await record('account.suspended', await suspend(parts, trx, subject, { until: suspendedUntil, reason }))
  })
}

/**
 * Locks the account, and that of the actor, so that a role that was just taken does not count.
 * @returns the account as it is now
 */
async function lockSubject(
  { identity }: AccountVerbsParts,
  trx: Trx,
  actor: Actor,
  uid: string,
  fields: AccountFields,
): Promise<Account> {
  const locked = await identity.lockForChange(trx, actor === 'console' ? [uid] : [uid, actor.uid])
  const subject = locked.get(uid)
  if (!subject) throw new Refusal('moderation.account_not_found')
  if (actor === 'console') return subject
  const current = locked.get(actor.uid)
  if (!current) throw new Refusal('identity.sign_in_required')
  const why = whyNotActOn(current, subject)
  if (why) throw new Refusal(why)
  const { role, founderBadge, quotaBytes } = fields
  if ([role, founderBadge, quotaBytes].some((value) => value !== undefined) && !mayAdminister(current))
    throw new Refusal('moderation.admins_only')
  if (role === 'admin') throw new Refusal('identity.role_from_command_line', { field: 'role' })
  return subject
}

async function changeRole(parts: AccountVerbsParts, trx: Trx, subject: Account, role: Role): Promise<Change> {
  if (subject.role === role) return null
  if (subject.role === 'admin') await expectOtherAdmin(parts, trx, subject)
  if (role === 'creator') await parts.creators.ensureProfile(trx, subject.uid)
  await parts.identity.setRole(trx, subject.uid, role)
  return { before: { role: subject.role }, after: { role } }
}

async function changeBadge(
  { creators }: AccountVerbsParts,
  trx: Trx,
  { uid }: Account,
  founderBadge: boolean,
): Promise<Change> {
  const before = await creators.setFounderBadge(trx, uid, founderBadge)
  if (before === null) throw new Refusal('moderation.badge_without_profile', { field: 'founderBadge' })
  return before === founderBadge ? null : { before: { founderBadge: before }, after: { founderBadge } }
}

async function changeQuota(
  { video }: AccountVerbsParts,
  trx: Trx,
  { uid }: Account,
  quotaBytes: number,
): Promise<Change> {
  const before = await video.setQuota(trx, uid, quotaBytes)
  return before === quotaBytes ? null : { before: { quotaBytes: before }, after: { quotaBytes } }
}

async function suspend(parts: AccountVerbsParts, trx: Trx, subject: Account, suspension: Suspension): Promise<Change> {
  if (subject.role === 'admin') await expectOtherAdmin(parts, trx, subject)
  await parts.identity.setSuspension(trx, subject.uid, suspension)
  return { before: suspensionValues(subject.suspension), after: suspensionValues(suspension) }
}

async function lift({ identity }: AccountVerbsParts, trx: Trx, subject: Account): Promise<Change> {
  if (!subject.suspension) return null
  await identity.setSuspension(trx, subject.uid, null)
  return { before: suspensionValues(subject.suspension), after: suspensionValues(null) }
}

function suspensionValues(suspension: Suspension | null): AuditValues {
  return { suspendedUntil: suspension?.until.toISOString() ?? null }
}

/** @see Accounts.expectMayLeave */
export async function expectMayLeave(parts: Pick<AccountVerbsParts, 'identity'>, trx: Trx, uid: string): Promise<void> {
  const subject = (await parts.identity.lockForChange(trx, [uid])).get(uid)
  if (subject?.role === 'admin') await expectOtherAdmin(parts, trx, subject)
}

/** @throws Refusal moderation.last_admin */
async function expectOtherAdmin(
  { identity }: Pick<AccountVerbsParts, 'identity'>,
  trx: Trx,
  { uid }: Account,
): Promise<void> {
  if (!(await identity.hasOtherAdmin(trx, uid))) throw new Refusal('moderation.last_admin')
}
