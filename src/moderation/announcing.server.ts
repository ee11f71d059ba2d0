import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { MailText } from '#platform/mail.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import { announceAppealJob, announceJob } from './announce-job.ts'
import { type AppealRow, findAppeal, lockAppeal, markAppealAnnounced } from './appeal-rows.server.ts'
import { appealUntil } from './decision.ts'
import { type DecisionRow, findDecision, lockDecision, markAnnounced, reportersOf } from './decision-rows.server.ts'
import { personTold } from './moderation-events.ts'
import type { ReportOutcome } from './report.ts'
import { anonymousReport, forgetAddress } from './report-rows.server.ts'

export interface DecisionMailContent {
  made: DecisionRow
  appealUntil: Date
  publicUrl: string
}

export interface AppealMailContent {
  appeal: Pick<AppealRow, 'outcome' | 'answer'>
  title: string
  publicUrl: string
}

/** The words of mails, from the composition root. */
export interface ModerationMails {
  appealMail(content: AppealMailContent): MailText
  decisionMail(content: DecisionMailContent): MailText
  reportMail(content: { number: number; outcome: ReportOutcome }): MailText
}

export interface AnnouncingParts {
  db: Db
  clock: Clock
  jobs: Jobs
  mail: MailQueue
  emit: Emit
  identity: Pick<Identity, 'addressOf' | 'lockAllAgainstRemoval'>
  publicUrl: string
  mails: ModerationMails
}

const DECISION_MAIL = 'moderation.decision'
const APPEAL_MAIL = 'moderation.appeal'
const REPORT_MAIL = 'moderation.report'

/** Tells the people concerned of decisions: the owner of the thing, unless it stays as it is, and those who reported it. */
export function handleAnnouncements(parts: AnnouncingParts): void {
  const { db, jobs, mail, identity, publicUrl, mails } = parts

  jobs.handle(announceJob, 1, ({ id }) => announce(parts, id))
  jobs.handle(announceAppealJob, 1, ({ id }) => announceAppeal(parts, id))

  mail.handle(DECISION_MAIL, async (id) => {
    const made = await findDecision(db, id)
    const to = made && (await identity.addressOf(made.ownerUid))
    if (!to) return null
    return { mail: { to, ...mails.decisionMail({ made, appealUntil: appealUntil(made), publicUrl }) } }
  })

  mail.handle(APPEAL_MAIL, async (id) => {
    const appeal = await findAppeal(db, id)
    const to = appeal && (await identity.addressOf(appeal.made.ownerUid))
    if (!to) return null
    return { mail: { to, ...mails.appealMail({ appeal, title: appeal.made.title, publicUrl }) } }
  })

  mail.handle(REPORT_MAIL, async (id) => {
    const report = await anonymousReport(db, id)
    if (!report) return null
    return {
      mail: { to: report.email, ...mails.reportMail(report) },
      onSent: () => forgetAddress(db, id),
    }
  })
}

async function announce({ db, clock, mail, emit, identity }: AnnouncingParts, id: string): Promise<void> {
  const made = await findDecision(db, id)
  if (!made) return
  await transact(db, async (trx) => {
    const reporters = await reportersOf(trx, id)
    const uids = reporters.flatMap(({ reporterUid }) => reporterUid ?? [])
    const present = new Set(await identity.lockAllAgainstRemoval(trx, [made.ownerUid, ...uids]))
    const current = await lockDecision(trx, id)
    if (current?.state !== 'final' || current.announcedAt !== null) return
    await markAnnounced(trx, id, clock.now())
    const subject = { kind: made.subjectKind, id: made.subjectId, title: made.title }
    const tell = async (uid: string, about: 'decision' | 'report') => {
      if (present.has(uid)) await emit(trx, personTold, { uid, about, decision: made.decision, subject })
    }
    // An episode that lost the mark of the image moderation is back in the lists: worth a notification, not a mail.
    if (made.decision === 'leave' && made.before.nsfw) await tell(made.ownerUid, 'decision')
    if (made.decision !== 'leave') {
      await tell(made.ownerUid, 'decision')
      await mail.enqueue(trx, DECISION_MAIL, id)
    }
    for (const { id: reportId, reporterUid, email } of reporters) {
      if (reporterUid !== null) await tell(reporterUid, 'report')
      if (email !== null) await mail.enqueue(trx, REPORT_MAIL, reportId)
    }
  })
}

async function announceAppeal({ db, clock, mail, emit, identity }: AnnouncingParts, id: string): Promise<void> {
  const known = await findAppeal(db, id)
  if (!known) return
  const { made } = known
  await transact(db, async (trx) => {
    const present = await identity.lockAllAgainstRemoval(trx, [made.ownerUid])
    const appeal = await lockAppeal(trx, id)
    if (present.length === 0 || !appeal?.outcome || appeal.announcedAt !== null) return
    await markAppealAnnounced(trx, id, clock.now())
    const subject = { kind: made.subjectKind, id: made.subjectId, title: made.title }
    const { decision } = made
    await emit(trx, personTold, { uid: made.ownerUid, about: 'appeal', decision, outcome: appeal.outcome, subject })
    await mail.enqueue(trx, APPEAL_MAIL, id)
  })
}
