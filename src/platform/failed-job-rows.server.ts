import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Db, Trx } from './database.server.ts'
import { failureReason } from './job-failure.ts'
import type { JobKind, JobSubject } from './job-kind.ts'
import { executorFor } from './job-queues.server.ts'
import {
  type FailedJob,
  isJobId,
  type JobCounts,
  type JobPlace,
  type QueueFigures,
  type RunningJob,
} from './listed-job.ts'
import type { Log } from './log.server.ts'

/** Kinds by name, which tell what a job is about. */
type JobKinds = ReadonlyMap<string, JobKind<object>>

/** How long a failed job waits to be tried again. @see docs/product.md#limits */
export const FAILED_RETENTION_SECONDS = 14 * 24 * 3600
/** How long any other finished job is kept at least. */
export const FINISHED_RETENTION_SECONDS = 3600

interface JobRow {
  id: string
  kind: string
  data: object | null
  attempts: number
  output: unknown
  at: Date
}

/** Excludes pg-boss's own jobs. */
const isOurs = sql`not starts_with(name, '__pgboss')`
// As precise as a Date: a cursor names the last one of a page.
const failedAt = sql`date_trunc('milliseconds', completed_on)`

const failedColumns = sql`
  id::text as id, name as kind, data, retry_count + 1 as attempts, output, ${failedAt} as at
`

/** @see Jobs.failed */
export async function findFailedJobs(
  db: Db,
  kinds: JobKinds,
  { after, limit }: { after: JobPlace | null; limit: number },
): Promise<FailedJob[]> {
  const place = after === null ? sql`` : sql`and (${failedAt}, job.id) < (${after.failedAt}, ${after.id}::uuid)`
  const { rows } = await sql<JobRow>`
    select ${failedColumns} from pgboss.job where state = 'failed' and ${isOurs} ${place}
    order by ${failedAt} desc, job.id desc limit ${limit}`.execute(db)
  return rows.map((row) => toFailed(kinds, row))
}

/** @see Jobs.failedSince */
export async function dataOfFailedJobs<Data extends object>(db: Db, kind: JobKind<Data>, since: Date): Promise<Data[]> {
  const { rows } = await sql<{ data: Data }>`
    select data from pgboss.job where name = ${kind.name} and state = 'failed' and completed_on >= ${since}`.execute(db)
  return rows.map(({ data }) => data)
}

/** @see Jobs.find */
export async function findJob(
  db: Db | Trx,
  kinds: JobKinds,
  id: string,
): Promise<(FailedJob & { isFailed: boolean }) | null> {
  if (!isJobId(id)) return null
  const { rows } = await sql<JobRow & { isFailed: boolean }>`
    select ${failedColumns}, state = 'failed' as "isFailed" from pgboss.job where id = ${id}::uuid and ${isOurs}
  `.execute(db)
  const [row] = rows
  return row ? { ...toFailed(kinds, row), isFailed: row.isFailed } : null
}

/** @see Jobs.retry */
export async function retryFailedJob(boss: PgBoss, trx: Trx, { id, kind }: FailedJob): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pgboss.job where name = ${kind} and id = ${id}::uuid and state = 'failed' for update`.execute(trx)
  if (rows.length === 0) return false
  await boss.retry(kind, id, { db: executorFor(trx) })
  // Due at once, however long it takes until a worker is free, and deleted as any other once it is done.
  await sql`
    update pgboss.job set start_after = least(start_after, now()), deletion_seconds = ${FINISHED_RETENTION_SECONDS},
      keep_until = now() + make_interval(secs => ${FAILED_RETENTION_SECONDS})
    where name = ${kind} and id = ${id}::uuid`.execute(trx)
  return true
}

/** @see Jobs.dismiss */
export async function dismissFailedJob(trx: Trx, { id, kind }: FailedJob): Promise<boolean> {
  const { rows } = await sql`
    update pgboss.job set state = 'cancelled', deletion_seconds = ${FINISHED_RETENTION_SECONDS}
    where name = ${kind} and id = ${id}::uuid and state = 'failed' returning 1`.execute(trx)
  return rows.length > 0
}

/** @see Jobs.counts */
export async function countJobs(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state < 'active' and not blocked and start_after <= now())::int as waiting,
      count(*) filter (where state = 'failed')::int as failed
    from pgboss.job where ${isOurs}`.execute(db)
  return rows[0]!
}

/** @see Jobs.queues */
export async function findQueueFigures(db: Db): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select kind, state, count(*)::int as count, greatest(0, extract(epoch from now() - min(since)))::float8 as "oldestSeconds"
    from (
      select name as kind,
        case when state = 'active' then 'running' when state = 'failed' then 'failed'
          when blocked or start_after > now() then 'deferred' else 'waiting' end as state,
        case when state = 'active' then started_on when state = 'failed' then completed_on
          when blocked or start_after > now() then now() else greatest(created_on, start_after) end as since
      from pgboss.job where (state < 'completed' or state = 'failed') and ${isOurs}
    ) as job group by kind, state order by kind, state`.execute(db)
  return rows
}

/** @see Jobs.running */
export async function findRunningJobs(db: Db, kinds: JobKinds, limit: number): Promise<RunningJob[]> {
  const { rows } = await sql<Pick<JobRow, 'kind' | 'data' | 'at'>>`
    select name as kind, data, started_on as at from pgboss.job where state = 'active' and ${isOurs}
    order by started_on, id limit ${limit}`.execute(db)
  return rows.map(({ kind, data, at }) => ({ kind, about: aboutOf(kinds, kind, data), startedAt: at }))
}

/** Jobs of a kind that are not done: due, deferred or taken. */
export async function countUnfinished(db: Db, kind: JobKind<object>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from pgboss.job where name = ${kind.name} and state < 'completed'`.execute(db)
  return rows[0]!.total
}

/** Keeps failed jobs for people to look at, but for those that a schedule repeats anyway. */
export async function keepFailedJobs(boss: PgBoss, log: Log): Promise<void> {
  try {
    await boss.getDb().executeSql(`
      update pgboss.job set deletion_seconds = ${FAILED_RETENTION_SECONDS}
      where state = 'failed' and deletion_seconds < ${FAILED_RETENTION_SECONDS}
        and not exists (select from pgboss.schedule where schedule.name = job.name)`)
  } catch (error) {
    log.debug({ err: error }, 'jobs: keeping the failed jobs failed')
  }
}

function toFailed(kinds: JobKinds, { id, kind, data, attempts, output, at }: JobRow): FailedJob {
  return { id, kind, about: aboutOf(kinds, kind, data), attempts, failedAt: at, reason: failureReason(output) }
}

/** Null for a kind that this version does not have, and for data that another version has stored differently. */
function aboutOf(kinds: JobKinds, name: string, data: object | null): JobSubject | null {
  const about = (data && kinds.get(name)?.about?.(data)) ?? null
  return typeof about?.id === 'string' ? { kind: about.kind, id: about.id } : null
}
