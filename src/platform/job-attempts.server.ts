import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Attempt, JobKind } from './job-kind.ts'
import type { Log } from './log.server.ts'

export interface AttemptParts {
  boss: PgBoss
  log: Log
  /** Aborted when this process stops. */
  stopping: AbortSignal
  /** Whether this process runs a last attempt of any job. */
  running: { isLast: boolean }
}

/** Delay of a job that waits for another one's last attempt. */
const LAST_ATTEMPT_PAUSE_SECONDS = 3

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
  if (isLast && running.isLast) return await requeue(parts.boss, kind, job, LAST_ATTEMPT_PAUSE_SECONDS)
  if (isLast) running.isLast = true
  try {
    await run(job.data, { signal: AbortSignal.any([job.signal, stopping]) })
  } catch (error) {
    if (stopping.aborted) {
      // A stop is not a failure of the job.
      await requeue(parts.boss, kind, job)
      log.info(details, 'jobs: requeued because this process is stopping')
      return
    }
    // The last attempt's failure needs a person; earlier ones are repeated.
    const willRetry = job.retryCount < job.retryLimit
    log[willRetry ? 'warn' : 'error']({ err: error, ...details }, 'jobs: an attempt failed')
    throw error
  } finally {
    if (isLast) running.isLast = false
  }
}

/**
 * Queues the job again with its remaining attempts. If this process dies in between, it exists twice, which jobs
 * tolerate.
 */
async function requeue(
  boss: PgBoss,
  kind: JobKind<object>,
  job: JobWithMetadata<object>,
  startAfterSeconds = 0,
): Promise<void> {
  await boss.send(kind.name, job.data, {
    priority: job.priority,
    ...(job.groupId ? { group: { id: job.groupId } } : {}),
    retryLimit: job.retryLimit - job.retryCount,
    ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
  })
}
