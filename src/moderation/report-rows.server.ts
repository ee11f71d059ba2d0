import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { ReportOutcome, SubjectName } from './report.ts'
import type { ReasonCode } from './rules.ts'

export interface ReportRow {
  id: string
  number: number
  itemId: string
  subjectKind: SubjectName['kind']
  subjectId: string
  reason: ReasonCode
  details: string
  atSeconds: number | null
  createdAt: Date
  outcome: ReportOutcome | null
  closedAt: Date | null
}

const reportColumns = sql`
  report.id, report.number::float8 as number, report.item_id as "itemId", item.subject_kind as "subjectKind",
  item.subject_id as "subjectId", report.reason, report.details, report.at_seconds as "atSeconds",
  report.created_at as "createdAt", report.outcome, report.closed_at as "closedAt"
`
const withItem = sql`reports as report join moderation_items as item on item.id = report.item_id`

export interface InsertedReport {
  id: string
  itemId: string
  reporterUid: string | null
  email: string | null
  reason: ReasonCode
  details: string
  atSeconds: number | null
  at: Date
}

/** Stores a report. @returns its number; null when this person has an open one of the same thing */
export async function insertReport(trx: Trx, report: InsertedReport): Promise<number | null> {
  const { id, itemId, reporterUid, email, reason, details, atSeconds, at } = report
  const { rows } = await sql<{ number: number }>`
    insert into reports (id, item_id, reporter_uid, email, reason, details, at_seconds, created_at)
    values (${id}, ${itemId}, ${reporterUid}, ${email}, ${reason}, ${details}, ${atSeconds}, ${at})
    on conflict (reporter_uid, item_id) where closed_at is null and reporter_uid is not null do nothing
    returning number::float8 as number
  `.execute(trx)
  return rows[0]?.number ?? null
}

/** A person's open report of a thing. */
export async function openReportOf(
  db: Db | Trx,
  reporterUid: string,
  subject: SubjectName,
): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    select ${reportColumns} from ${withItem}
    where report.reporter_uid = ${reporterUid} and report.closed_at is null
      and item.subject_kind = ${subject.kind} and item.subject_id = ${subject.id}
  `.execute(db)
  return rows[0]
}

/** A person's reports, the latest first, before a number if there is one. */
export async function reportRowsOf(
  db: Db,
  reporterUid: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select ${reportColumns} from ${withItem}
    where report.reporter_uid = ${reporterUid} ${before === null ? sql`` : sql`and report.number < ${before}`}
    order by report.number desc limit ${limit}
  `.execute(db)
  return rows
}

export async function findOwnReport(db: Db | Trx, reporterUid: string, id: string): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    select ${reportColumns} from ${withItem} where report.id = ${id} and report.reporter_uid = ${reporterUid}
  `.execute(db)
  return rows[0]
}

export async function updateDetails(trx: Trx, id: string, details: string): Promise<void> {
  await sql`update reports set details = ${details} where id = ${id}`.execute(trx)
}

export async function deleteReport(trx: Trx, id: string): Promise<void> {
  await sql`delete from reports where id = ${id}`.execute(trx)
}

/** Items with open reports of this person, in id order. */
export async function itemsReportedBy(trx: Trx, reporterUid: string): Promise<string[]> {
  const { rows } = await sql<{ itemId: string }>`
    select distinct item_id as "itemId" from reports where reporter_uid = ${reporterUid} and closed_at is null order by 1
  `.execute(trx)
  return rows.map(({ itemId }) => itemId)
}

export async function deleteReportsOf(trx: Trx, reporterUid: string): Promise<void> {
  await sql`delete from reports where reporter_uid = ${reporterUid}`.execute(trx)
}

/** An answered report of somebody without an account who left an address; undefined when there is none, or no longer. */
export async function anonymousReport(
  db: Db,
  id: string,
): Promise<{ number: number; email: string; outcome: ReportOutcome } | undefined> {
  const { rows } = await sql<{ number: number; email: string; outcome: ReportOutcome }>`
    select number::float8 as number, email, outcome from reports
    where id = ${id} and email is not null and outcome is not null
  `.execute(db)
  return rows[0]
}

/** How many reports wait for an answer, and since when the first of them does. */
export async function openReports(db: Db): Promise<{ open: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ open: number; oldestAt: Date | null }>`
    select count(*)::int as open, min(created_at) as "oldestAt" from reports where closed_at is null
  `.execute(db)
  return rows[0]!
}

/** Removes the address to which an answer went. */
export async function forgetAddress(db: Db, id: string): Promise<void> {
  await sql`update reports set email = null where id = ${id}`.execute(db)
}
