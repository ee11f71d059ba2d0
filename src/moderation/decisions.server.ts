import type { AuditLog } from '#administration/audit-log.server.ts'
import { whyNotActOn } from '#administration/permissions.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { announceJob } from './announce-job.ts'
import type { Decision } from './decision.ts'
import {
  ageOf,
  awaitingDecision,
  type Before,
  closeReports,
  type DecisionRow,
  ensureItem,
  findDecision,
  insertDecision,
  lockDecision,
  reopenReports,
  setDecisionState,
} from './decision-rows.server.ts'
import { findItem, type ListedItem } from './item-list-rows.server.ts'
import {
  applyReports,
  type ItemRow,
  lockItem,
  openItem,
  reopenItem,
  setAwaiting,
  settleItem,
} from './item-rows.server.ts'
import type { ModeratedThing, ModeratedThings } from './moderated-things.server.ts'
import { type DecisionInput, type MadeDecision, readDecision } from './read-decision.ts'
import type { SubjectName } from './report.ts'
import { reverse } from './reversal.server.ts'
import {
  changeThing,
  type LockedThing,
  linesToShow,
  lockThing,
  type ThingLockParts,
  tellOfChange,
} from './thing-locks.server.ts'
import { changesOf, marksBefore, type ThingMarks, waitsAs } from './thing-marks.ts'

/** A decision that its maker can still take back. */
export interface RecentDecision {
  id: string
  decision: Decision
  title: string
  /** Whether it waits for a second moderator. */
  isWaiting: boolean
  secondsLeft: number
}

/** The decider: a moderator, or somebody at the command line of the server, who may decide everything. */
export type Decider = Account | 'console'

export interface Decisions {
  /**
   * Decides about a thing, with all that follows from it. About child safety two moderators have to decide the same.
   * @throws Refusal those of `readDecision`, moderation.item_not_found, moderation.subject_gone (404: the item closes),
   *   moderation.own_account, moderation.admin_account (403), moderation.claimed, moderation.item_closed,
   *   moderation.second_needed (409)
   */
  decide(decider: Decider, input: DecisionInput): Promise<{ id: string; state: 'final' | 'awaiting_second' }>
  /**
   * Takes an own decision back, with all that followed from it, within `undoSeconds`; nobody hears of it.
   * @throws Refusal moderation.decision_not_found, moderation.not_your_decision (403), moderation.undo_over (409)
   */
  undo(moderator: Account, id: string): Promise<void>
  /** Null when it is not this moderator's, or can no longer be taken back. */
  recent(moderator: Account, id: string): Promise<RecentDecision | null>
}

export interface DecisionsParts extends ThingLockParts {
  db: Db
  clock: Clock
  identity: Pick<Identity, 'find' | 'lockForChange' | 'setSuspension'>
  jobs: Pick<Jobs, 'enqueue'>
  audit: Pick<AuditLog, 'record'>
  things: ModeratedThings
  urgentFrom: number
  /** How long a decision can be taken back, and nobody is told of it. */
  undoSeconds: number
}

export function createDecisions(parts: DecisionsParts): Decisions {
  const { db, things } = parts
  return {
    async decide(decider, input) {
      const { itemId, subject } = await locate(parts, input)
      const known = await things.find(subject)
      // The permission is checked before the decision is read, and again under the locks.
      if (known && decider !== 'console') await expectMayReach(parts, decider, known.ownerUid)
      const made = known && readDecision(subject.kind, input, parts.clock.now())
      const uids = decider === 'console' ? [] : [decider.uid]
      const done = await transact(
        db,
        async (trx) => {
          const locked = await lockThing(parts, trx, { subject, known }, uids)
          const item = (await lockItem(trx, itemId))!
          const { thing } = locked
          if (!thing || !made) {
            await closeGone(parts, trx, item)
            return null
          }
          if (decider !== 'console') expectMayActOn(locked, decider.uid, thing.ownerUid)
          if (input.itemId !== undefined && item.state === 'closed') throw new Refusal('moderation.item_closed')
          const { changes, ...result } = await settle(parts, trx, { decider, item, locked, thing, made })
          return { result, mustTell: await changeThing(parts, trx, subject, changes) }
        },
        { isolationLevel: 'read committed' },
      )
      if (!done) throw new Refusal('moderation.subject_gone')
      if (done.mustTell) await tellOfChange(parts, subject)
      return done.result
    },

    async undo(moderator, id) {
      const known = isPossibleId(id) ? await findDecision(db, id) : undefined
      if (!known) throw new Refusal('moderation.decision_not_found')
      if (known.decidedBy !== moderator.uid) throw new Refusal('moderation.not_your_decision')
      const subject = { kind: known.subjectKind, id: known.subjectId }
      const thing = await things.find(subject)
      const lines = await linesToShow(parts, subject)
      const mustTell = await transact(
        db,
        async (trx) => {
          const uids = [moderator.uid, known.ownerUid]
          const locked = await lockThing(parts, trx, { subject, known: thing }, uids)
          const changes = await undo(parts, trx, { moderator, known, locked })
          return await changeThing(parts, trx, subject, changes, lines)
        },
        { isolationLevel: 'read committed' },
      )
      if (mustTell) await tellOfChange(parts, subject)
    },

    async recent(moderator, id) {
      const known = isPossibleId(id) ? await findDecision(db, id) : undefined
      if (known?.decidedBy !== moderator.uid || !isOpen(known)) return null
      const secondsLeft = Math.floor(parts.undoSeconds - (await ageOf(db, id)))
      if (secondsLeft <= 0) return null
      const { decision, title, state } = known
      return { id, decision, title, isWaiting: state === 'awaiting_second', secondsLeft }
    },
  }
}

/** @throws Refusal moderation.item_not_found */
async function locate(
  { db, clock, things }: DecisionsParts,
  { itemId, subject }: DecisionInput,
): Promise<{ itemId: string; subject: SubjectName }> {
  if (itemId !== undefined) {
    const item = isPossibleId(itemId) ? await findItem(db, itemId) : undefined
    if (!item) throw new Refusal('moderation.item_not_found')
    return { itemId, subject: { kind: item.subjectKind, id: item.subjectId } }
  }
  if (!subject) throw new Refusal('moderation.item_not_found')
  const found = await things.find(subject)
  if (!found) throw new Refusal('moderation.subject_gone')
  const named = { kind: found.kind, id: found.id }
  return { itemId: await transact(db, (trx) => ensureItem(trx, newId(), named, clock.now())), subject: named }
}

/** @throws Refusal moderation.admins_only, moderation.own_account, moderation.admin_account */
export async function expectMayReach(
  { identity }: Pick<DecisionsParts, 'identity'>,
  moderator: Account,
  ownerUid: string,
): Promise<void> {
  const owner = await identity.find(ownerUid)
  const why = owner && whyNotActOn(moderator, owner)
  if (why) throw new Refusal(why)
}

/**
 * Reads the roles under their locks, so that one that was just taken does not count.
 * @throws Refusal identity.sign_in_required, moderation.admins_only, moderation.own_account, moderation.admin_account
 */
export function expectMayActOn({ accounts }: LockedThing, moderatorUid: string, ownerUid: string): void {
  const moderator = accounts.get(moderatorUid)
  if (!moderator) throw new Refusal('identity.sign_in_required')
  const owner = accounts.get(ownerUid)
  const why = owner && whyNotActOn(moderator, owner)
  if (why) throw new Refusal(why)
}

async function closeGone({ clock }: DecisionsParts, trx: Trx, item: ItemRow): Promise<void> {
  const at = clock.now()
  await closeReports(trx, item.id, { outcome: 'gone', decisionId: null, at })
  if (item.state !== 'closed') await settleItem(trx, { ...item, kinds: [] }, at)
}

interface Settling {
  decider: Decider
  item: ItemRow
  locked: LockedThing
  thing: ModeratedThing
  made: MadeDecision
}

/** Decides about a locked thing whose item is locked. */
async function settle(parts: DecisionsParts, trx: Trx, { decider, item, locked, thing, made }: Settling) {
  const { jobs } = parts
  const listed = (await findItem(trx, item.id))!
  const first = await awaitingDecision(trx, item.id)
  if (decider !== 'console') expectMayDecide(decider, listed, first)
  const isFinal = decider === 'console' || item.rank !== 0 || first?.decision === made.decision
  const state = isFinal ? ('final' as const) : ('awaiting_second' as const)
  const changes = isFinal ? changesOf(made, listed.suggestion, thing.marks) : {}
  const marks = marksBefore(changes, thing)
  const suspension = isFinal ? await suspend(parts, trx, locked.accounts.get(thing.ownerUid), made) : null
  const { kinds, secondAskedBy, secondNote, suggestion, failure, word } = listed
  const before: Before = {
    item: { kinds, secondAskedBy, secondNote, suggestion, failure, word },
    ...(first && { replaces: first.id }),
    ...marks,
    ...suspension,
  }
  const id = newId()
  if (first) await setDecisionState(trx, first.id, 'replaced')
  const facts = { ownerUid: thing.ownerUid, decidedBy: decider === 'console' ? null : decider.uid, title: thing.title }
  await insertDecision(trx, { id, itemId: item.id, state, before, ...facts, ...made })
  await parts.audit.record(trx, {
    actor: decider === 'console' ? decider : { uid: decider.uid },
    action: `decision.${made.decision}`,
    subject: { kind: thing.kind, id: thing.id },
    reason: made.note || made.reason,
    before: { ...marks, ...(suspension && { suspendedUntil: suspension.suspendedUntil }) },
    after: isFinal ? { ...changes, ...(suspension && { suspendedUntil: made.until!.toISOString() }) } : awaitingSecond,
  })
  if (isFinal) {
    const at = parts.clock.now()
    await closeReports(trx, item.id, { outcome: made.decision, decisionId: id, at })
    if (item.state !== 'closed') await settleItem(trx, item, at)
    const kind = waitsAs({ ...thing.marks, ...changes })
    // A check that is still to come opens an item where it finds something.
    if (kind && thing.marks.hold !== 'check') await openItem(trx, thing, kind, at)
    await jobs.enqueue(trx, announceJob, { id }, { startAfterSeconds: parts.undoSeconds + 1 })
  } else await setAwaiting(trx, item.id)
  return { id, state, changes }
}

const awaitingSecond = { awaitingSecond: true }

/** @throws Refusal moderation.claimed, moderation.second_needed */
function expectMayDecide(
  { uid }: Account,
  { claimedBy, secondAskedBy }: ListedItem,
  first: DecisionRow | undefined,
): void {
  if (claimedBy !== null && claimedBy !== uid) throw new Refusal('moderation.claimed')
  if (secondAskedBy === uid || first?.decidedBy === uid) throw new Refusal('moderation.second_needed')
}

/** @returns the suspension before the decision; null where nothing was done */
async function suspend(
  { identity }: DecisionsParts,
  trx: Trx,
  owner: Account | undefined,
  { decision, until, reason }: MadeDecision,
) {
  if (decision !== 'suspend' || !owner || !until) return null
  await identity.setSuspension(trx, owner.uid, { until, reason })
  return {
    suspendedUntil: owner.suspension?.until.toISOString() ?? null,
    suspensionReason: owner.suspension?.reason ?? '',
  }
}

function isOpen({ state, announcedAt }: DecisionRow): boolean {
  return (state === 'final' || state === 'awaiting_second') && announcedAt === null
}

async function undo(
  parts: DecisionsParts,
  trx: Trx,
  { moderator, known, locked }: { moderator: Account; known: DecisionRow; locked: LockedThing },
): Promise<ThingMarks> {
  const { id } = known
  const item = (await lockItem(trx, known.itemId))!
  const made = (await lockDecision(trx, id))!
  if (!isOpen(made) || (await ageOf(trx, id)) > parts.undoSeconds) throw new Refusal('moderation.undo_over')
  const { before, state, ownerUid } = made
  const isFinal = state === 'final'
  await setDecisionState(trx, id, 'undone')
  if (before.replaces !== undefined) await setDecisionState(trx, before.replaces, 'awaiting_second')
  await reopenReports(trx, id)
  await reopenItem(trx, item.id, before.item, before.replaces !== undefined)
  const reopened = (await lockItem(trx, item.id))!
  if (reopened.state !== 'closed') await applyReports(trx, reopened, parts.urgentFrom, parts.clock.now())
  const owner = locked.accounts.get(ownerUid)
  const changes = isFinal ? await reverse(parts, trx, made, { thing: locked.thing, owner }) : {}
  await parts.audit.record(trx, {
    actor: { uid: moderator.uid },
    action: 'decision.undone',
    subject: { kind: made.subjectKind, id: made.subjectId },
    reason: '',
    before: isFinal ? changesOf(made, before.item.suggestion, before) : awaitingSecond,
    after: changes,
  })
  return changes
}
