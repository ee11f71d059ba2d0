import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { type QuarterCounts, quarterEnd } from './transparency.ts'

/** Counts the rows of a quarter that are there. */
export async function countQuarter(db: Db, startsOn: string): Promise<QuarterCounts> {
  const [from, to] = [startOf(startsOn), startOf(quarterEnd(startsOn))]
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`
  const appeals = (column: string, outcome = sql``) => sql`
    (select count(*) from moderation_appeals where ${within(column)} ${outcome})::int`
  // A decision that a second moderator replaced, or that was taken back, is none; one reversed on appeal was made.
  const { rows } = await sql<QuarterCounts>`
    with made as materialized (
      select id, decision, rule from moderation_decisions
      where ${within('created_at')} and state in ('final', 'reversed')
    )
    select
      (select count(*) from reports where ${within('created_at')})::int as reports,
      (select coalesce(jsonb_object_agg(decision, number), '{}')
        from (select decision, count(*) as number from made group by decision) as counted) as decisions,
      (select coalesce(jsonb_object_agg(rule, number), '{}')
        from (select rule, count(*) as number from made where rule is not null group by rule) as counted) as rules,
      jsonb_build_object(
        'sent', ${appeals('created_at')},
        'upheld', ${appeals('answered_at', sql`and outcome = 'upheld'`)},
        'reversed', ${appeals('answered_at', sql`and outcome = 'reversed'`)}
      ) as appeals,
      (select avg(extract(epoch from report.closed_at - report.created_at)) / 3600
        from made join reports as report on report.decision_id = made.id)::float8 as "meanHours"
  `.execute(db)
  return rows[0]!
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** The counts of quarters that were counted at their end, by their first day. */
export async function countedQuarters(db: Db, startsOn: readonly string[]): Promise<Map<string, QuarterCounts>> {
  const { rows } = await sql<{ startsOn: string; counts: QuarterCounts }>`
    select starts_on::text as "startsOn", counts from moderation_quarters where starts_on = any (${startsOn}::date[])
  `.execute(db)
  return new Map(rows.map((row) => [row.startsOn, row.counts]))
}

/** Stores the counts of a quarter, unless another node has. */
export async function storeQuarter(db: Db, startsOn: string, counts: QuarterCounts, at: Date): Promise<void> {
  await sql`
    insert into moderation_quarters (starts_on, counts, counted_at)
    values (${startsOn}::date, ${JSON.stringify(counts)}::jsonb, ${at}) on conflict do nothing
  `.execute(db)
}
