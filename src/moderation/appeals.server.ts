import type { AuditLog } from '#administration/audit-log.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { announceAppealJob } from './announce-job.ts'
import type { AppealOutcome } from './appeal.ts'
import {
  type AppealRow,
  answerAppeal,
  appealsAbout,
  appealsWaiting,
  findAppeal,
  insertAppeal,
  lockAppeal,
} from './appeal-rows.server.ts'
import { appealUntil, type Decision } from './decision.ts'
import {
  type DecisionRow,
  decisionsAbout,
  findDecision,
  lockDecision,
  setDecisionState,
} from './decision-rows.server.ts'
import { expectMayActOn, expectMayReach } from './decisions.server.ts'
import { findItem } from './item-list-rows.server.ts'
import { lockItem, openItem, removeKind } from './item-rows.server.ts'
import type { ModeratedThings } from './moderated-things.server.ts'
import { readWords } from './read-decision.ts'
import type { SubjectName } from './report.ts'
import { reverse } from './reversal.server.ts'
import type { RuleId } from './rules.ts'
import {
  changeThing,
  type LockedThing,
  linesToShow,
  lockThing,
  type ThingLockParts,
  tellOfChange,
} from './thing-locks.server.ts'
import { changesOf, type ThingMarks } from './thing-marks.ts'

/** A decision as the person whose thing it was about sees it. Never who decided. */
export interface OwnDecision {
  id: string
  decision: Decision
  rule: RuleId | null
  /** Words of the moderator. */
  reason: string
  /** Beside the badge. */
  label: string | null
  subject: SubjectName & { title: string }
  at: Date
  until: Date | null
  appealUntil: Date
  appeal: { id: string; text: string; at: Date } | null
  answer: { outcome: AppealOutcome; reason: string; at: Date } | null
}

export interface Appeals {
  /** Decisions about one's own things, the latest first, from the tenth second on. */
  ownDecisions(account: Account): Promise<OwnDecision[]>
  /**
   * Asks that somebody else decides again; once for each decision.
   * @throws Refusal moderation.decision_not_found, moderation.already_appealed (409), moderation.appeal_over (409),
   *   moderation.words_required, moderation.words_invalid
   */
  send(account: Account, decisionId: string, text: string): Promise<{ id: string }>
  /** The appeals about a thing that wait for an answer, for moderators. */
  on(itemId: string): Promise<(AppealRow & { made: DecisionRow })[]>
  /**
   * Answers an appeal. A reversed decision is taken back with all that followed from it.
   * @throws Refusal moderation.appeal_not_found, moderation.own_decision (403), moderation.own_account, moderation.admin_account,
   *   moderation.claimed (409), moderation.appeal_answered (409), moderation.words_required, moderation.words_invalid
   */
  decide(moderator: Account, id: string, answer: { outcome: AppealOutcome; reason: string }): Promise<void>
}

export interface AppealsParts extends ThingLockParts {
  db: Db
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  identity: Pick<Identity, 'find' | 'lockAgainstRemoval' | 'lockForChange' | 'setSuspension'>
  audit: Pick<AuditLog, 'record'>
  things: ModeratedThings
  /** Until then nobody is told of a decision. */
  undoSeconds: number
}

export function createAppeals(parts: AppealsParts): Appeals {
  const { db, clock, identity, things, undoSeconds } = parts
  return {
    async ownDecisions({ uid }) {
      const made = (await decisionsAbout(db, uid, undoSeconds)).filter(({ decision }) => decision !== 'leave')
      const appeals = await appealsAbout(
        db,
        made.map(({ id }) => id),
      )
      return made.map((each) => toOwn(each, appeals.get(each.id)))
    },

    async send(account, decisionId, text) {
      const known = isPossibleId(decisionId) ? await findDecision(db, decisionId) : undefined
      const age = known ? clock.now().getTime() - known.createdAt.getTime() : 0
      const isTold = known?.state === 'final' && known.decision !== 'leave' && age >= undoSeconds * 1000
      if (!known || known.ownerUid !== account.uid || !isTold) throw new Refusal('moderation.decision_not_found')
      const words = readRequired(text, 'text')
      if (clock.now() > appealUntil(known)) throw new Refusal('moderation.appeal_over')
      const id = newId()
      await transact(db, async (trx) => {
        await identity.lockAgainstRemoval(trx, account.uid)
        const subject = { kind: known.subjectKind, id: known.subjectId }
        await openItem(trx, subject, 'appeal', clock.now())
        const isFirst = await insertAppeal(trx, { id, decisionId, text: words, at: clock.now() })
        if (!isFirst) throw new Refusal('moderation.already_appealed')
      })
      return { id }
    },

    on: (itemId) => appealsWaiting(db, itemId),

    async decide(moderator, id, { outcome, reason }) {
      const known = isPossibleId(id) ? await findAppeal(db, id) : undefined
      if (!known) throw new Refusal('moderation.appeal_not_found')
      if (known.made.decidedBy === moderator.uid) throw new Refusal('moderation.own_decision')
      await expectMayReach(parts, moderator, known.made.ownerUid)
      const words = readRequired(reason, 'reason')
      const subject = { kind: known.made.subjectKind, id: known.made.subjectId }
      const thing = await things.find(subject)
      const lines = await linesToShow(parts, subject)
      const mustTell = await transact(
        db,
        async (trx) => {
          const uids = [moderator.uid, known.made.ownerUid]
          const locked = await lockThing(parts, trx, { subject, known: thing }, uids)
          const changes = await settleAppeal(parts, trx, { moderator, id, outcome, words, locked })
          return await changeThing(parts, trx, subject, changes, lines)
        },
        { isolationLevel: 'read committed' },
      )
      if (mustTell) await tellOfChange(parts, subject)
    },
  }
}

interface Answering {
  moderator: Account
  id: string
  outcome: AppealOutcome
  words: string
  locked: LockedThing
}

async function settleAppeal(parts: AppealsParts, trx: Trx, { moderator, id, outcome, words, locked }: Answering) {
  const { clock, jobs, audit } = parts
  const { made: known } = (await findAppeal(trx, id))!
  expectMayActOn(locked, moderator.uid, known.ownerUid)
  const item = (await lockItem(trx, known.itemId))!
  const made = (await lockDecision(trx, known.id))!
  const appeal = (await lockAppeal(trx, id))!
  if (appeal.outcome !== null) throw new Refusal('moderation.appeal_answered')
  const { claimedBy } = (await findItem(trx, item.id))!
  if (claimedBy !== null && claimedBy !== moderator.uid) throw new Refusal('moderation.claimed')
  const isReversed = outcome === 'reversed'
  if (isReversed) await setDecisionState(trx, made.id, 'reversed')
  const owner = locked.accounts.get(made.ownerUid)
  const restored: ThingMarks = isReversed ? await reverse(parts, trx, made, { thing: locked.thing, owner }) : {}
  // Somebody has looked at it by now: it is not held back again.
  const { hold: _hold, held: _held, ...changes } = restored
  await answerAppeal(trx, id, { outcome, reason: words, by: moderator.uid, at: clock.now() })
  if ((await appealsWaiting(trx, item.id)).length === 0) await removeKind(trx, item, 'appeal', clock.now())
  await audit.record(trx, {
    actor: { uid: moderator.uid },
    action: `appeal.${outcome}`,
    subject: { kind: made.subjectKind, id: made.subjectId },
    reason: words,
    before: isReversed ? changesOf(made, made.before.item.suggestion, {}) : {},
    after: changes,
  })
  await jobs.enqueue(trx, announceAppealJob, { id })
  return changes
}

function readRequired(raw: string, field: string): string {
  const words = readWords(raw, field)
  if (words === '') throw new Refusal('moderation.words_required', { field })
  return words
}

function toOwn(made: DecisionRow, appeal: AppealRow | undefined): OwnDecision {
  const { id, decision, rule, reason, label, createdAt, until } = made
  const answer = appeal?.outcome && appeal.answeredAt
  return {
    id,
    decision,
    rule,
    reason,
    label,
    until,
    at: createdAt,
    subject: { kind: made.subjectKind, id: made.subjectId, title: made.title },
    appealUntil: appealUntil(made),
    appeal: appeal ? { id: appeal.id, text: appeal.text, at: appeal.createdAt } : null,
    answer: appeal && answer ? { outcome: appeal.outcome!, reason: appeal.answer, at: appeal.answeredAt! } : null,
  }
}
