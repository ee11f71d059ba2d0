import { sql } from 'kysely'
import type { Hold } from '#catalog/hold.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Decision, Label } from './decision.ts'
import type { ItemContents } from './item-rows.server.ts'
import type { SubjectName } from './report.ts'
import type { RuleId } from './rules.ts'

export type DecisionState = 'awaiting_second' | 'replaced' | 'final' | 'undone' | 'reversed'

/** The values that a decision changed, as they were before. */
export interface Before {
  item: ItemContents
  /** The decision of another moderator about the same item that it replaced or made final. */
  replaces?: string
  nsfw?: boolean
  nsfwReason?: string
  restriction?: 'limited' | 'taken_down' | null
  hold?: Hold | null
  hidden?: boolean
  hiddenByModerator?: boolean
  held?: boolean
  suspendedUntil?: string | null
  suspensionReason?: string
}

export interface DecisionRow {
  id: string
  itemId: string
  subjectKind: SubjectName['kind']
  subjectId: string
  ownerUid: string
  decidedBy: string | null
  decision: Decision
  rule: RuleId | null
  label: Label | null
  reason: string
  note: string
  until: Date | null
  state: DecisionState
  before: Before
  title: string
  createdAt: Date
  announcedAt: Date | null
}

const columns = sql`
  made.id, made.item_id as "itemId", item.subject_kind as "subjectKind", item.subject_id as "subjectId",
  made.owner_uid as "ownerUid", made.decided_by as "decidedBy", made.decision, made.rule, made.label, made.reason,
  made.note, made.until, made.state, made.before, made.title, made.created_at as "createdAt",
  made.announced_at as "announcedAt"
`
const withItem = sql`moderation_decisions as made join moderation_items as item on item.id = made.item_id`

export type NewDecision = Omit<DecisionRow, 'subjectKind' | 'subjectId' | 'announcedAt' | 'createdAt'>

export async function insertDecision(trx: Trx, made: NewDecision): Promise<void> {
  await sql`
    insert into moderation_decisions
      (id, item_id, owner_uid, decided_by, decision, rule, label, reason, note, until, state, before, title, created_at)
    values (${made.id}, ${made.itemId}, ${made.ownerUid}, ${made.decidedBy}, ${made.decision}, ${made.rule}, ${made.label},
      ${made.reason}, ${made.note}, ${made.until}, ${made.state}, ${JSON.stringify(made.before)}::jsonb, ${made.title}, now())
  `.execute(trx)
}

export async function findDecision(db: Db | Trx, id: string): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`select ${columns} from ${withItem} where made.id = ${id}`.execute(db)
  return rows[0]
}

/** Finds a decision and locks it until the commit. */
export async function lockDecision(trx: Trx, id: string): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`
    select ${columns} from ${withItem} where made.id = ${id} for update of made
  `.execute(trx)
  return rows[0]
}

/** Seconds since a decision, by the clock of the database. */
export async function ageOf(db: Db | Trx, id: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - created_at)::float8 as seconds from moderation_decisions where id = ${id}
  `.execute(db)
  return rows[0]!.seconds
}

/** The decision about a thing that waits for a second moderator. */
export async function awaitingDecision(trx: Trx, itemId: string): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`
    select ${columns} from ${withItem} where made.item_id = ${itemId} and made.state = 'awaiting_second' for update of made
  `.execute(trx)
  return rows[0]
}

export async function setDecisionState(trx: Trx, id: string, state: DecisionState): Promise<void> {
  await sql`update moderation_decisions set state = ${state} where id = ${id}`.execute(trx)
}

export async function markAnnounced(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`update moderation_decisions set announced_at = ${at} where id = ${id}`.execute(trx)
}

/** Decisions about a person's things that are final, the latest first. @param toldAfter only those older than this, in seconds */
export async function decisionsAbout(db: Db, ownerUid: string, toldAfter: number): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select ${columns} from ${withItem}
    where made.owner_uid = ${ownerUid} and made.state in ('final', 'reversed')
      and made.created_at <= now() - make_interval(secs => ${toldAfter})
    order by made.created_at desc, made.id
    limit 200
  `.execute(db)
  return rows
}

/** The last takedown of an episode that is in force. */
export async function standingTakedown(db: Db, episodeId: string): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`
    select ${columns} from ${withItem}
    where item.subject_kind = 'episode' and item.subject_id = ${episodeId}
      and made.decision = 'takedown' and made.state = 'final'
    order by made.created_at desc, made.id desc
    limit 1
  `.execute(db)
  return rows[0]
}

/** Closes the open reports of an item. */
export async function closeReports(
  trx: Trx,
  itemId: string,
  { outcome, decisionId, at }: { outcome: Decision | 'gone'; decisionId: string | null; at: Date },
): Promise<void> {
  await sql`
    update reports set outcome = ${outcome}, closed_at = ${at}, decision_id = ${decisionId}
    where item_id = ${itemId} and closed_at is null
  `.execute(trx)
}

/** Opens the reports that a decision closed, but for those of people who reported again since. */
export async function reopenReports(trx: Trx, decisionId: string): Promise<void> {
  await sql`
    update reports set outcome = null, closed_at = null, decision_id = null
    where decision_id = ${decisionId} and not exists (
      select from reports as fresh
      where fresh.item_id = reports.item_id and fresh.reporter_uid = reports.reporter_uid and fresh.closed_at is null
    )
  `.execute(trx)
}

/** The reporters of the thing that a decision was about, who are told of it. */
export async function reportersOf(
  trx: Trx,
  decisionId: string,
): Promise<{ id: string; number: number; reporterUid: string | null; email: string | null }[]> {
  const { rows } = await sql<{ id: string; number: number; reporterUid: string | null; email: string | null }>`
    select id, number::float8 as number, reporter_uid as "reporterUid", email from reports
    where decision_id = ${decisionId} order by reporter_uid, id
  `.execute(trx)
  return rows
}

/** The things that a decision can be about are there once. @returns the item of a thing, made closed if there was none */
export async function ensureItem(trx: Trx, id: string, subject: SubjectName, at: Date): Promise<string> {
  await sql`
    insert into moderation_items (id, subject_kind, subject_id, kinds, state, rank, opened_at, closed_at)
    values (${id}, ${subject.kind}, ${subject.id}, '{}', 'closed', 2, ${at}, ${at})
    on conflict on constraint moderation_items_subject do nothing
  `.execute(trx)
  const { rows } = await sql<{ id: string }>`
    select id from moderation_items where subject_kind = ${subject.kind} and subject_id = ${subject.id}
  `.execute(trx)
  return rows[0]!.id
}

/** Later decisions that stand and changed the same: those about the same thing, and suspensions of the same person. */
export async function laterDecisions(
  trx: Trx,
  { id, itemId, ownerUid, createdAt }: DecisionRow,
): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select ${columns} from ${withItem}
    where made.owner_uid = ${ownerUid} and (made.item_id = ${itemId} or made.decision = 'suspend')
      and made.state = 'final' and made.created_at >= ${createdAt} and made.id <> ${id}
    order by made.created_at, made.id
    for update of made
  `.execute(trx)
  return rows
}

/** Changes the stored state from before a decision. */
export async function changeBefore(trx: Trx, id: string, changes: Partial<Before>): Promise<void> {
  await sql`
    update moderation_decisions set before = before || ${JSON.stringify(changes)}::jsonb where id = ${id}
  `.execute(trx)
}

/** An episode that was taken down. */
export interface Takedown {
  id: string
  episodeId: string
  ownerUid: string
}

/**
 * Takedowns from before this time that the cleanup has not seen, but for those whose appeal waits for its answer, or that
 * a later one repeats.
 */
export async function takedownsBefore(db: Db, before: Date, limit: number): Promise<Takedown[]> {
  const { rows } = await sql<Takedown>`
    select made.id, item.subject_id as "episodeId", made.owner_uid as "ownerUid"
    from moderation_decisions as made join moderation_items as item on item.id = made.item_id
    where made.decision = 'takedown' and made.cleaned_at is null and made.created_at < ${before}
      and made.state = 'final'
      and not exists (select from moderation_appeals where decision_id = made.id and outcome is null)
      and not exists (
        select from moderation_decisions as later
        where later.item_id = made.item_id and later.decision = 'takedown' and later.created_at >= ${before}
      )
    order by made.created_at limit ${limit}
  `.execute(db)
  return rows
}

export async function markCleaned(db: Db, id: string, at: Date): Promise<void> {
  await sql`update moderation_decisions set cleaned_at = ${at} where id = ${id}`.execute(db)
}
