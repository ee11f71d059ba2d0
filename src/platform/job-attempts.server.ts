import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Attempt, JobKind } from './job-kind.ts'
import { traceparentOf } from './job-queues.server.ts'
import { isLasting, isLockTimeout } from './lasting-error.ts'
import type { Log } from './log.server.ts'
import { type SpanOptions, withSpan } from './tracing.ts'

export interface AttemptParts {
  boss: PgBoss
  log: Log
  /** Aborted when this process stops. */
  stopping: AbortSignal
  /** Whether this process runs a last attempt of any job. */
  running: { isLast: boolean }
}

/** Delay of a job that waits for a lock, or for another job's last attempt. */
const POSTPONED_SECONDS = 3

/** Runs one attempt of a job, as its kind's handler says. */
export async function runAttempt<Data extends object>(
  parts: AttemptParts,
  kind: JobKind<Data>,
  job: JobWithMetadata<Data>,
  run: (data: Data, attempt: Attempt) => Promise<void>,
): Promise<void> {
  const { log, stopping, running } = parts
  const details = { job: kind.name, data: job.data }
  const isLast = kind.retryLimit > 0 && job.retryCount >= job.retryLimit
  // A job that kills its process costs its concurrent jobs an attempt too. No two jobs run their last attempt
  // together, so that only the job at fault ends as failed.
  if (isLast && running.isLast) {
    await postpone(parts.boss, kind, job)
    throw new Error('waits for the last attempt of another job')
  }
  if (isLast) running.isLast = true
  try {
    const span: SpanOptions = { name: `job ${kind.name}`, kind: 'job', traceparent: traceparentOf(job.data) }
    await withSpan(span, () => run(job.data, { signal: AbortSignal.any([job.signal, stopping]) }))
  } catch (error) {
    if (stopping.aborted) {
      // A stop is not a failure of the job.
      await requeue(parts.boss, kind, job)
      log.info(details, 'jobs: requeued because this process is stopping')
      return
    }
    // A worker that stopped moving in the middle of a transaction holds its locks for a minute, which is longer than a few
    // attempts take.
    if (isLockTimeout(error)) {
      await postpone(parts.boss, kind, job)
      log.warn({ err: error, ...details }, 'jobs: postponed, because another process holds what it needs')
      throw error
    }
    // The last attempt's failure needs a person; earlier ones are repeated, unless they would fail the same way.
    const willRetry = job.retryCount < job.retryLimit && !isLasting(error)
    if (!willRetry) await endAttempts(parts.boss, kind, job)
    log[willRetry ? 'warn' : 'error']({ err: error, ...details }, 'jobs: an attempt failed')
    throw error
  } finally {
    if (isLast) running.isLast = false
  }
}

/** Leaves an active job no attempt after this one. */
async function endAttempts(boss: PgBoss, { name }: JobKind<object>, { id }: JobWithMetadata<object>): Promise<void> {
  await boss
    .getDb()
    .executeSql('update pgboss.job set retry_limit = least(retry_limit, retry_count) where name = $1 and id = $2', [
      name,
      id,
    ])
}

/** Gives an active job one more attempt, so that this one, which is about to end, costs it nothing. */
async function postpone(boss: PgBoss, { name }: JobKind<object>, { id }: JobWithMetadata<object>): Promise<void> {
  await boss.getDb().executeSql(
    `update pgboss.job set retry_limit = retry_limit + 1, retry_delay = $3, retry_backoff = false
     where name = $1 and id = $2 and state = 'active'`,
    [name, id, POSTPONED_SECONDS],
  )
}

/**
 * Queues the job again with its remaining attempts. If this process dies in between, it exists twice, which jobs
 * tolerate.
 */
async function requeue(boss: PgBoss, kind: JobKind<object>, job: JobWithMetadata<object>): Promise<void> {
  await boss.send(kind.name, job.data, {
    priority: job.priority,
    ...(job.groupId ? { group: { id: job.groupId } } : {}),
    retryLimit: job.retryLimit - job.retryCount,
  })
}
