import type { Catalog } from '#catalog/catalog.server.ts'
import type { Account } from '#identity/account.ts'
import { readEmail } from '#identity/credentials.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import { decodeCursor, encodeCursor, pageSize } from '#platform/cursor.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import { networkOf } from '#platform/ip-address.ts'
import { networkKey } from '#platform/network-key.server.ts'
import type { ProofOfWork } from '#platform/proof-of-work.server.ts'
import { type RateLimit, type RateLimitResult, type RateLimits, removeLimits } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { applyReports, lockItem, openItem } from './item-rows.server.ts'
import { type NewReport, type OwnReport, REPORTS_PAGE, REPORTS_PAGE_MAX, type SubjectName } from './report.ts'
import { faultsOf, readDetails } from './report-fields.ts'
import {
  deleteReport,
  deleteReportsOf,
  findOwnReport,
  insertReport,
  itemsReportedBy,
  openReportOf,
  openReports,
  type ReportRow,
  reportRowsOf,
  updateDetails,
} from './report-rows.server.ts'
import type { Subject, Subjects } from './subjects.server.ts'

/** How many reports are taken. @see docs/product.md#limits */
const PER_ACCOUNT: RateLimit = { count: 30, windowSeconds: 3600 }
const PER_NETWORK: RateLimit = { count: 10, windowSeconds: 3600 }

/** The sender of a report. */
export interface Reporter {
  ip: string
  /** The proof of work that came with it; null without one. */
  proof: string | null
}

/** Reports. A report does not change its subject: a moderator decides. */
export interface Reports {
  /**
   * Puts a report into the queue. The reporter needs no account.
   * @throws Refusal those of `Subjects.find`, moderation.reason_not_for_this, moderation.details_invalid,
   *   moderation.time_invalid, moderation.email_not_needed, identity.email_invalid, moderation.already_reported (409: this
   *   person, this thing, and nobody has decided), moderation.too_many_reports
   */
  send(account: Account | null, input: NewReport, from: Reporter): Promise<{ id: string; number: number }>
  /** The latest first, at most `limit` (1 to 60). @throws Refusal moderation.cursor_invalid */
  own(
    account: Account,
    page: { cursor?: string; limit?: number },
  ): Promise<{ reports: OwnReport[]; nextCursor: string | null }>
  /** The subject of a future report, as this person may see it. @throws Refusal those of `Subjects.find` */
  subjectOf(subject: SubjectName, viewer: Account | null): Promise<Subject>
  /** This person's open report of a thing; null without one. */
  openOn(account: Account, subject: SubjectName): Promise<OwnReport | null>
  /**
   * Adds words to a report, below those that are there.
   * @throws Refusal moderation.report_not_found, moderation.report_closed (409), moderation.details_invalid
   */
  addTo(account: Account, id: string, details: string): Promise<OwnReport>
  /** @throws Refusal moderation.report_not_found */
  expectOwn(account: Account, id: string): Promise<void>
  /** Takes a report back. @throws Refusal moderation.report_not_found, moderation.report_closed (409) */
  withdraw(account: Account, id: string): Promise<void>
  /** How many reports wait for an answer, and since when the first of them does. */
  countOpen(): Promise<{ open: number; oldestAt: Date | null }>
  /** All reports of a person, for that person only. */
  of(uid: string): Promise<OwnReport[]>
  /** Removes the reports of an account that is being removed. The account is locked. */
  removeOf(trx: Trx, uid: string): Promise<void>
}

export interface ReportsParts {
  db: Db
  clock: Clock
  identity: Pick<Identity, 'lockAgainstRemoval'>
  catalog: Pick<Catalog, 'durationOf'>
  rateLimits: RateLimits
  proofOfWork: ProofOfWork
  subjects: Subjects
  /** Keys the hashes under which networks are counted. */
  secret: string
  /** Number of open reports that puts a thing before others. */
  urgentFrom: number
  /** Until then nobody is told of a decision. */
  undoSeconds: number
}

export function createReports(parts: ReportsParts): Reports {
  const { db, clock, identity, rateLimits, proofOfWork, subjects, secret, urgentFrom, undoSeconds } = parts

  async function takeSlot(account: Account | null, { ip, proof }: Reporter): Promise<void> {
    if (account) return expectAllowed(await rateLimits.take(limitKey(account.uid), PER_ACCOUNT))
    const key = `reports:network:${networkKey(secret, ip)}`
    // The limit comes first: nobody computes for a report that would be refused anyway.
    expectAllowed(await rateLimits.check(key, PER_NETWORK))
    await proofOfWork.expectWhenBusy('report', networkOf(ip), proof)
    expectAllowed(await rateLimits.take(key, PER_NETWORK))
  }

  async function toOwn(account: Account | null, row: ReportRow): Promise<OwnReport> {
    const subject = { kind: row.subjectKind, id: row.subjectId }
    const found = account && (await subjects.tryFind(subject, account))
    // Until the decision can no longer be taken back, nobody is told of it.
    const isTold = row.closedAt !== null && clock.now().getTime() - row.closedAt.getTime() >= undoSeconds * 1000
    return {
      id: row.id,
      number: row.number,
      subject: { ...subject, title: found?.title ?? null },
      reason: row.reason,
      details: row.details,
      atSeconds: row.atSeconds,
      createdAt: row.createdAt,
      outcome: isTold ? row.outcome : null,
      answeredAt: isTold ? row.closedAt : null,
    }
  }

  async function findOwn(account: Account, id: string): Promise<ReportRow> {
    const known = isPossibleId(id) ? await findOwnReport(db, account.uid, id) : undefined
    if (!known) throw new Refusal('moderation.report_not_found')
    return known
  }

  /** Locks an own, open report by its item. @throws Refusal moderation.report_not_found, moderation.report_closed */
  async function lockOpen(trx: Trx, account: Account, { id, itemId }: ReportRow) {
    await identity.lockAgainstRemoval(trx, account.uid)
    const item = await lockItem(trx, itemId)
    const row = await findOwnReport(trx, account.uid, id)
    if (!item || !row) throw new Refusal('moderation.report_not_found')
    if (row.closedAt !== null) throw new Refusal('moderation.report_closed')
    return { item, row }
  }

  return {
    async send(account, input, from) {
      const { reason } = input
      const found = await subjects.find(input.subject, account)
      const subject = { kind: found.kind, id: found.id }
      const written = await readReport(parts, account, input)
      if (account && (await openReportOf(db, account.uid, subject))) throw new Refusal('moderation.already_reported')
      await takeSlot(account, from)
      const id = newId()
      const at = clock.now()
      const number = await transact(db, async (trx) => {
        if (account) await identity.lockAgainstRemoval(trx, account.uid)
        const itemId = await openItem(trx, subject, 'report', at)
        const report = { id, itemId, reporterUid: account?.uid ?? null, reason, at, ...written }
        const inserted = await insertReport(trx, report)
        if (inserted === null) throw new Refusal('moderation.already_reported')
        await applyReports(trx, (await lockItem(trx, itemId))!, urgentFrom, at)
        return inserted
      })
      return { id, number }
    },

    subjectOf: subjects.find,

    async own(account, { cursor, limit }) {
      const size = pageSize(limit, { size: REPORTS_PAGE, maxSize: REPORTS_PAGE_MAX })
      const before = cursor === undefined ? null : readReportCursor(cursor)
      const rows = await reportRowsOf(db, account.uid, { before, limit: size + 1 })
      const chosen = rows.slice(0, size)
      const reports = await Promise.all(chosen.map((row) => toOwn(account, row)))
      return { reports, nextCursor: rows.length > size ? writeReportCursor(chosen.at(-1)!.number) : null }
    },

    async openOn(account, subject) {
      const row = await openReportOf(db, account.uid, subject)
      return row ? toOwn(account, row) : null
    },

    async expectOwn(account, id) {
      await findOwn(account, id)
    },

    async addTo(account, id, details) {
      const added = readDetails(details)
      if (added === '') throw new Refusal('moderation.details_invalid', { field: 'details' })
      const known = await findOwn(account, id)
      await transact(db, async (trx) => {
        const { item, row } = await lockOpen(trx, account, known)
        await updateDetails(trx, id, readDetails(row.details === '' ? added : `${row.details}\n\n${added}`))
        await applyReports(trx, item, urgentFrom, clock.now())
      })
      return toOwn(account, (await findOwnReport(db, account.uid, id))!)
    },

    async withdraw(account, id) {
      const known = await findOwn(account, id)
      await transact(db, async (trx) => {
        const { item } = await lockOpen(trx, account, known)
        await deleteReport(trx, id)
        await applyReports(trx, item, urgentFrom, clock.now())
      })
    },

    countOpen: () => openReports(db),

    async of(uid) {
      const rows = await reportRowsOf(db, uid, { before: null, limit: 10_000 })
      return Promise.all(rows.map((row) => toOwn(null, row)))
    },

    async removeOf(trx, uid) {
      const itemIds = await itemsReportedBy(trx, uid)
      const items = []
      for (const id of itemIds) items.push(await lockItem(trx, id))
      await deleteReportsOf(trx, uid)
      for (const item of items) if (item) await applyReports(trx, item, urgentFrom, clock.now())
      await removeLimits(trx, [limitKey(uid)])
    },
  }
}

/** @throws Refusal moderation.too_many_reports */
function expectAllowed(taken: RateLimitResult): void {
  if (!taken.allowed) throw new Refusal('moderation.too_many_reports', { retryAfterSeconds: taken.retryAfterSeconds })
}

function limitKey(uid: string): string {
  return `reports:${uid}`
}

/** Checks the fields of a report, before anything is stored. */
async function readReport({ catalog }: ReportsParts, account: Account | null, input: NewReport) {
  const { subject, atSeconds } = input
  const [fault] = faultsOf(input, account !== null)
  if (fault) throw fault
  const email = input.email === undefined ? null : readEmail(input.email)
  if (atSeconds !== undefined) {
    const durationSeconds = subject.kind === 'episode' ? await catalog.durationOf(subject.id, account) : null
    const isWithin = Number.isFinite(atSeconds) && atSeconds >= 0 && atSeconds <= (durationSeconds ?? 0)
    if (!isWithin) throw new Refusal('moderation.time_invalid', { field: 'atSeconds' })
  }
  return { details: readDetails(input.details ?? ''), atSeconds: atSeconds ?? null, email }
}

function writeReportCursor(number: number): string {
  return encodeCursor(`report~${number}`)
}

/** @throws Refusal moderation.cursor_invalid for anything that `writeReportCursor` would not have written */
function readReportCursor(cursor: string): number {
  const [, number = ''] = /^report~(\d{1,15})$/.exec(decodeCursor(cursor)) ?? []
  if (number === '' || writeReportCursor(Number(number)) !== cursor) {
    throw new Refusal('moderation.cursor_invalid', { field: 'cursor' })
  }
  return Number(number)
}
