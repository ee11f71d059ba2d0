import { CompiledQuery, sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Db, Trx } from './database.server.ts'
import type { FairShare, JobKind } from './job-kind.ts'
import { currentTraceparent } from './tracing.ts'

/** Priority of a job that has no round yet: behind all others. */
const UNRANKED = -2_000_000_000

/** @see Jobs.enqueueFairly */
export async function enqueueFairly<Data extends object>(
  boss: PgBoss,
  trx: Trx,
  kind: JobKind<Data>,
  data: Data[],
  { owner, orderBy }: FairShare<Data>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${kind.name}, 3))`.execute(trx)
  for (const each of data)
    await boss.send(kind.name, withTraceparent(each), {
      priority: UNRANKED,
      group: { id: owner },
      db: executorFor(trx),
    })
  // An owner's first job keeps its round, or joins the first round of the others; each further job is one round
  // later.
  await sql`
    with waiting as (
      select id, priority, created_on, data, group_id is not distinct from ${owner} as is_own from pgboss.job
      where name = ${kind.name} and state < 'active'
    ), next as (
      select coalesce(max(priority) filter (where is_own), max(priority), 0) as turn
      from waiting where priority > ${UNRANKED}
    ), own as (
      select id, row_number() over (
        order by (data ->> ${orderBy ?? ''}::text)::int nulls first, created_on, id
      ) - 1 as place
      from waiting where is_own
    )
    update pgboss.job as job set priority = next.turn - own.place from own, next
    where job.name = ${kind.name} and job.id = own.id and job.state < 'active'
      and job.priority <> next.turn - own.place`.execute(trx)
}

/** @see Jobs.cancel */
export async function cancelJobs<Data extends object>(
  boss: PgBoss,
  trx: Trx,
  jobKinds: JobKind<Data>[],
  data: Partial<Data>,
): Promise<void> {
  const db = executorFor(trx)
  for (const { name } of jobKinds) {
    const found = await boss.findJobs(name, { data, queued: true, db })
    if (found.length > 0)
      await boss.cancel(
        name,
        found.map(({ id }) => id),
        { db },
      )
  }
}

/** The data of a job with the trace that it belongs to, where somebody traces. */
export function withTraceparent<Data extends object>(data: Data): Data {
  const traceparent = currentTraceparent()
  return traceparent === null ? data : { ...data, traceparent }
}

/** The trace that a job belongs to. */
export function traceparentOf(data: object | null): string | null {
  const { traceparent } = (data ?? {}) as { traceparent?: unknown }
  return typeof traceparent === 'string' ? traceparent : null
}

/** Makes pg-boss work in the caller's transaction. */
export function executorFor(db: Db | Trx) {
  return {
    async executeSql(text: string, values?: unknown[]) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values ?? []))
      return { rows }
    },
  }
}
