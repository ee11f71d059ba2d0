import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { Decision } from './decision.ts'
import type { ReportOutcome } from './report.ts'
import type { ReasonCode } from './rules.ts'

/** A report, as moderators read it: its contents, and how good the reports of its sender were. Never who that is. */
export interface ItemReport {
  id: string
  number: number
  reason: ReasonCode
  details: string
  atSeconds: number | null
  createdAt: Date
  outcome: ReportOutcome | null
  /** Earlier answered reports of the same account, and how many of these were left as they were; null without an account. */
  sender: { answered: number; left: number } | null
}

/** The record of the maker of a thing, for moderators. */
export interface ItemHistory {
  uid: string
  /** Reports of all of their things, and how many were left as they were. */
  reports: { total: number; left: number }
  takenDown: number
  marks: number
  warnings: number
  /** The latest decisions about their things. */
  decisions: { decision: Decision; title: string; at: Date }[]
}

/** Reports of a thing, the latest first: the open ones, and the last that were answered. */
export async function reportsOn(db: Db, itemId: string): Promise<ItemReport[]> {
  const { rows } = await sql<ItemReport>`
    select id, number::float8 as number, reason, details, at_seconds as "atSeconds", created_at as "createdAt", outcome,
      case when reporter_uid is not null then (
        select jsonb_build_object('answered', count(*), 'left', count(*) filter (where earlier.outcome = 'leave'))
        from reports as earlier where earlier.reporter_uid = reports.reporter_uid and earlier.closed_at is not null
      ) end as sender
    from reports where item_id = ${itemId} order by closed_at is not null, reports.number desc limit 100
  `.execute(db)
  return rows
}

export async function findHistory(db: Db, uid: string): Promise<ItemHistory> {
  const [counts, decisions] = await Promise.all([
    sql<{ total: number; left: number; takenDown: number; marks: number; warnings: number }>`
      with made as (
        select * from moderation_decisions where owner_uid = ${uid} and state = 'final'
      )
      select
        (select count(*)::int from reports where decision_id in (select id from made)) as total,
        (select count(*)::int from reports where outcome = 'leave' and decision_id in (select id from made)) as left,
        (select count(*)::int from made where decision = 'takedown') as "takenDown",
        (select count(*)::int from made where decision = 'nsfw') as marks,
        (select count(*)::int from made where decision = 'warn') as warnings
    `.execute(db),
    sql<{ decision: Decision; title: string; at: Date }>`
      select decision, title, created_at as at from moderation_decisions
      where owner_uid = ${uid} and state = 'final' order by created_at desc, id limit 5
    `.execute(db),
  ])
  const { total, left, takenDown, marks, warnings } = counts.rows[0]!
  return { uid, reports: { total, left }, takenDown, marks, warnings, decisions: decisions.rows }
}
