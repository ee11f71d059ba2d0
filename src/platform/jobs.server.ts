import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { connectionOptions, databaseLimits } from './connection.server.ts'
import type { Db, Trx } from './database.server.ts'
import {
  countJobs,
  dataOfFailedJobs,
  dismissFailedJob,
  FINISHED_RETENTION_SECONDS,
  findFailedJobs,
  findJob,
  findQueueFigures,
  findRunningJobs,
  keepFailedJobs,
  retryFailedJob,
} from './failed-job-rows.server.ts'
import { type AttemptParts, runAttempt } from './job-attempts.server.ts'
import type { Attempt, FairShare, JobKind } from './job-kind.ts'
import { cancelJobs, enqueueFairly, executorFor, withTraceparent } from './job-queues.server.ts'
import { isAnyJobDue, retryLostJobs, waitingJobs } from './job-rows.server.ts'
import type { FailedJob, JobCounts, JobPlace, QueueFigures, RunningJob } from './listed-job.ts'
import type { Log } from './log.server.ts'

export interface EnqueueOptions {
  /** Higher runs first; 0 by default. */
  priority?: number
  startAfterSeconds?: number
}

/** Work that outlives a request, stored in PostgreSQL. */
export interface Jobs {
  /** Stores a job in the caller's transaction: both commit, or neither. */
  enqueue<Data extends object>(db: Db | Trx, kind: JobKind<Data>, data: Data, options?: EnqueueOptions): Promise<void>
  /**
   * Stores jobs of one owner. Jobs of different owners alternate (round-robin), regardless of how many each has and
   * which came first. All jobs of a kind are stored this way, or none: the round is their priority.
   */
  enqueueFairly<Data extends object>(trx: Trx, kind: JobKind<Data>, data: Data[], share: FairShare<Data>): Promise<void>
  /** Cancels the queued jobs of these kinds that carry `data`, in the caller's transaction. */
  cancel<Data extends object>(trx: Trx, kinds: JobKind<Data>[], data: Partial<Data>): Promise<void>
  /** Data of the queued jobs of a kind that are due, in the order in which workers take them. Called after `start`. */
  waiting<Data extends object>(db: Db | Trx, kind: JobKind<Data>): Promise<Data[]>
  /** Whether any job of these kinds is due or active, on any node. Called after `start`. */
  isAnyDue(db: Db | Trx, kinds: JobKind<object>[]): Promise<boolean>
  /** Number of jobs of all kinds. Called after `start`, as all below. */
  counts(db: Db): Promise<JobCounts>
  /** Numbers of jobs by kind and state, on all nodes. Combinations without jobs are absent. */
  queues(db: Db): Promise<QueueFigures[]>
  /** The jobs that workers have taken, on any node, the oldest first. */
  running(db: Db, limit: number): Promise<RunningJob[]>
  /** Jobs whose attempts have all failed, the latest first, after a place if there is one; kept for two weeks. */
  failed(db: Db, page: { after: JobPlace | null; limit: number }): Promise<FailedJob[]>
  /** Data of the jobs of a kind that have failed since then, in no particular order. */
  failedSince<Data extends object>(db: Db, kind: JobKind<Data>, since: Date): Promise<Data[]>
  /** A job in any state; null without one. */
  find(db: Db | Trx, id: string): Promise<(FailedJob & { isFailed: boolean }) | null>
  /** Makes a failed job due at once, for one more attempt. Of two calls for a job, one returns true. */
  retry(trx: Trx, job: FailedJob): Promise<boolean>
  /** Takes a failed job from the failed ones, because another does its work. Of two calls for a job, one returns true. */
  dismiss(trx: Trx, job: FailedJob): Promise<boolean>
  /** Registers the handler of a kind of job. Called before `start`. */
  handle<Data extends object>(
    kind: JobKind<Data>,
    concurrency: number,
    run: (data: Data, attempt: Attempt) => Promise<void>,
  ): void
  /** Runs a kind of job by a cron expression, once for all nodes. Called before `start`. */
  schedule(kind: JobKind<Record<never, never>>, cron: string): void
  /** Prepares the queues; takes jobs when `work` is true. */
  start(options: { work: boolean }): Promise<void>
  /** Stops taking jobs, aborts and requeues the running ones, then closes. */
  stop(): Promise<void>
}

/** A dead worker's job is retried after this long without a heartbeat (pg-boss allows no less). */
const HEARTBEAT_TIMEOUT_SECONDS = 10
/** Time between two heartbeats: often enough that a worker short of CPU time does not count as dead. */
const HEARTBEAT_INTERVAL_SECONDS = 2
/** Time between two checks for missed heartbeats, by any one process. */
const MONITOR_SECONDS = 1
/** Time between two looks for failed jobs to keep; without them, they are deleted as other finished ones. */
const KEEP_FAILED_SECONDS = 60
/** Time between two looks of an idle worker for a job that is due. */
const POLL_SECONDS = 1
/** How long after it is due a job starts while a worker is idle. */
export const JOB_DELAY_SECONDS = POLL_SECONDS
/** How long after a worker has taken a job and died another one starts it: the heartbeat is missed, then its pause is ended. */
export const LOST_JOB_DELAY_SECONDS = HEARTBEAT_TIMEOUT_SECONDS + 2 * MONITOR_SECONDS + JOB_DELAY_SECONDS
/** Time for requeuing jobs when this process stops; the rest are recovered like those of a dead worker. */
const REQUEUE_MS = 4500
/** The longest that stopping may take: pg-boss waits for a database that may hang. */
const STOP_LIMIT_MS = 5500
/** @param connectionString a direct connection: LISTEN does not work through a transaction pooler */
export function createJobs(connectionString: string, log: Log, limits = databaseLimits): Jobs {
  const timers: NodeJS.Timeout[] = []
  const boss = new PgBoss({
    ...connectionOptions(limits),
    connectionString,
    application_name: 'hoshi jobs',
    max: 6,
    notifyHeartbeatIntervalMs: limits.checkMs,
    useListenNotify: true,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    cronMonitorIntervalSeconds: 30,
  })
  const stopping = new AbortController()
  boss.on('error', (error) => {
    // Queries cut off by the stop do not matter.
    if (stopping.signal.aborted) log.debug({ err: error }, 'jobs: queue error while stopping')
    else log.warn({ err: error }, 'jobs: queue error')
  })
  const attempts: AttemptParts = { boss, log, stopping: stopping.signal, running: { isLast: false } }
  const kinds = new Map<string, JobKind<object>>()
  const workers: (() => Promise<unknown>)[] = []
  const crons: { kind: JobKind<object>; cron: string }[] = []
  const every = (seconds: number, run: () => void) => void timers.push(setInterval(run, seconds * 1000).unref())

  return {
    async enqueue(db, kind, data, options = {}) {
      await boss.send(kind.name, withTraceparent(data), {
        priority: options.priority ?? 0,
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
        db: executorFor(db),
      })
    },
    enqueueFairly: (trx, kind, data, share) => enqueueFairly(boss, trx, kind, data, share),
    cancel: (trx, kinds, data) => cancelJobs(boss, trx, kinds, data),
    waiting: waitingJobs,
    isAnyDue: isAnyJobDue,
    counts: countJobs,
    queues: findQueueFigures,
    running: (db, limit) => findRunningJobs(db, kinds, limit),
    failed: (db, page) => findFailedJobs(db, kinds, page),
    failedSince: dataOfFailedJobs,
    find: (db, id) => findJob(db, kinds, id),
    retry: (trx, job) => retryFailedJob(boss, trx, job),
    dismiss: dismissFailedJob,
    handle(kind, concurrency, run) {
      kinds.set(kind.name, kind)
      workers.push(() =>
        boss.work<typeof kind.data & object>(
          kind.name,
          {
            localConcurrency: concurrency,
            pollingIntervalSeconds: POLL_SECONDS,
            notifyPollingIntervalSeconds: POLL_SECONDS,
            heartbeatRefreshSeconds: HEARTBEAT_INTERVAL_SECONDS,
            includeMetadata: true,
          },
          async ([job]) => {
            if (job) await runAttempt(attempts, kind, job as JobWithMetadata<NonNullable<typeof kind.data>>, run)
          },
        ),
      )
    },
    schedule(kind, cron) {
      crons.push({ kind, cron })
    },
    async start({ work }) {
      await boss.start()
      // A dead letter queue must exist before the queues that name it.
      const ordered = [...kinds.values()].sort((a, b) => Number(Boolean(a.deadLetter)) - Number(Boolean(b.deadLetter)))
      for (const kind of ordered) {
        await boss.createQueue(kind.name, {
          retryLimit: kind.retryLimit,
          retryDelay: kind.retryDelaySeconds,
          retryBackoff: kind.retryLimit > 2,
          expireInSeconds: kind.expireInSeconds,
          heartbeatSeconds: HEARTBEAT_TIMEOUT_SECONDS,
          deleteAfterSeconds: FINISHED_RETENTION_SECONDS,
          notify: true,
          ...(kind.deadLetter ? { deadLetter: kind.deadLetter } : {}),
        })
      }
      if (!work) return
      await keepFailedJobs(boss, log)
      every(MONITOR_SECONDS, () => void retryLostJobs(boss, log))
      every(KEEP_FAILED_SECONDS, () => void keepFailedJobs(boss, log))
      for (const startWorker of workers) await startWorker()
      for (const { kind, cron } of crons) await boss.schedule(kind.name, cron)
    },
    async stop() {
      stopping.abort(new Error('This process is stopping.'))
      for (const each of timers) clearInterval(each)
      const limit = Promise.withResolvers<void>()
      const timer = setTimeout(limit.resolve, STOP_LIMIT_MS)
      await Promise.race([boss.stop({ graceful: true, timeout: REQUEUE_MS }), limit.promise])
      clearTimeout(timer)
    },
  }
}
