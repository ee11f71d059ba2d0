import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { AppealOutcome } from './appeal.ts'
import { type DecisionRow, findDecision } from './decision-rows.server.ts'

export interface AppealRow {
  id: string
  decisionId: string
  text: string
  createdAt: Date
  /** Null while nobody has answered. */
  outcome: AppealOutcome | null
  /** Words of the moderator who answered; empty until then. */
  answer: string
  answeredAt: Date | null
  announcedAt: Date | null
}

const columns = sql`
  appeal.id, appeal.decision_id as "decisionId", appeal.text, appeal.created_at as "createdAt", appeal.outcome,
  appeal.answer, appeal.answered_at as "answeredAt", appeal.announced_at as "announcedAt"
`

/** Stores an appeal; false when there is one about this decision. */
export async function insertAppeal(
  trx: Trx,
  { id, decisionId, text, at }: { id: string; decisionId: string; text: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into moderation_appeals (id, decision_id, text, created_at) values (${id}, ${decisionId}, ${text}, ${at})
    on conflict (decision_id) do nothing returning 1
  `.execute(trx)
  return rows.length > 0
}

export async function findAppeal(db: Db | Trx, id: string): Promise<(AppealRow & { made: DecisionRow }) | undefined> {
  const { rows } = await sql<AppealRow>`select ${columns} from moderation_appeals as appeal where id = ${id}`.execute(
    db,
  )
  const made = rows[0] && (await findDecision(db, rows[0].decisionId))
  return rows[0] && made && { ...rows[0], made }
}

export async function lockAppeal(trx: Trx, id: string): Promise<AppealRow | undefined> {
  const { rows } = await sql<AppealRow>`
    select ${columns} from moderation_appeals as appeal where id = ${id} for update
  `.execute(trx)
  return rows[0]
}

/** The appeals about these decisions, by decision. */
export async function appealsAbout(db: Db, decisionIds: string[]): Promise<Map<string, AppealRow>> {
  if (decisionIds.length === 0) return new Map()
  const { rows } = await sql<AppealRow>`
    select ${columns} from moderation_appeals as appeal where decision_id = any(${decisionIds}::text[])
  `.execute(db)
  return new Map(rows.map((row) => [row.decisionId, row]))
}

/** The appeals about a thing that nobody has answered, the oldest first. */
export async function appealsWaiting(db: Db | Trx, itemId: string): Promise<(AppealRow & { made: DecisionRow })[]> {
  const { rows } = await sql<AppealRow>`
    select ${columns} from moderation_appeals as appeal
    join moderation_decisions as made on made.id = appeal.decision_id
    where made.item_id = ${itemId} and appeal.outcome is null order by appeal.created_at, appeal.id
  `.execute(db)
  const waiting = []
  for (const row of rows) waiting.push({ ...row, made: (await findDecision(db, row.decisionId))! })
  return waiting
}

export async function answerAppeal(
  trx: Trx,
  id: string,
  { outcome, reason, by, at }: { outcome: AppealOutcome; reason: string; by: string; at: Date },
): Promise<void> {
  await sql`
    update moderation_appeals set outcome = ${outcome}, answer = ${reason}, answered_by = ${by}, answered_at = ${at}
    where id = ${id}
  `.execute(trx)
}

export async function markAppealAnnounced(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`update moderation_appeals set announced_at = ${at} where id = ${id}`.execute(trx)
}
