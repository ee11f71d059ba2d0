import { CompiledQuery, sql } from 'kysely'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { connectionOptions, databaseLimits } from './connection.server.ts'
import type { Db, Trx } from './database.server.ts'
import type { Log } from './log.server.ts'

/** A kind of job: its queue and its retry policy. Declared once, next to the code that runs it. */
export interface JobKind<Data extends object> {
  name: string
  /** Attempts after the first. A process that dies during an attempt uses it up. */
  retryLimit: number
  retryDelaySeconds: number
  /** Queue for jobs whose attempts have all failed. */
  deadLetter?: string
  /** Longest time one attempt may take. */
  expireInSeconds: number
  /** Carries only the type of the job's data. */
  readonly data?: Data
}

/** The context of an attempt, besides its data. */
export interface Attempt {
  /** Aborted when this process stops; the job is then requeued without using up an attempt. */
  signal: AbortSignal
}

export interface EnqueueOptions {
  /** Higher runs first; 0 by default. */
  priority?: number
  startAfterSeconds?: number
}

/** The owner whose jobs alternate with those of others. */
export interface FairShare<Data extends object> {
  /** Any name; each owner gets one job per round. */
  owner: string
  /**
   * Numeric field of the data by which the owner's own jobs are ordered; by default they run in the order in which they
   * were stored.
   */
  orderBy?: keyof Data & string
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

/** Data of the unfinished jobs of these kinds: queued, deferred or active, on any node. */
export async function unfinishedJobs<Data extends object>(db: Db | Trx, kinds: JobKind<Data>[]): Promise<Data[]> {
  const names = kinds.map(({ name }) => name)
  const { rows } = await sql<{ data: Data }>`
    select data from pgboss.job where name = any(${names}::text[]) and state < 'completed'`.execute(db)
  return rows.map(({ data }) => data)
}

/** A dead worker's job is retried after this long without a heartbeat (pg-boss allows no less). */
const HEARTBEAT_TIMEOUT_SECONDS = 10
/** Between two heartbeats: often enough that a worker short of CPU time does not count as dead. */
const HEARTBEAT_INTERVAL_SECONDS = 2
/** Between two checks for missed heartbeats, by any one process. */
const MONITOR_SECONDS = 1
/** Time for requeuing jobs when this process stops; the rest are recovered like those of a dead worker. */
const REQUEUE_MS = 4500
const STOP_LIMIT_MS = 5500
/** Delay of a job that waits for another one's last attempt. */
const LAST_ATTEMPT_PAUSE_SECONDS = 3
/** Priority of a job that has no round yet: behind all others. */
const UNRANKED = -2_000_000_000

/** @param connectionString a direct connection: LISTEN does not work through a transaction pooler */
export function createJobs(connectionString: string, log: Log, limits = databaseLimits): Jobs {
  let lostJobsTimer: NodeJS.Timeout | undefined
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
  let isLastAttemptRunning = false
  const kinds = new Map<string, JobKind<object>>()
  const workers: (() => Promise<unknown>)[] = []
  const crons: { kind: JobKind<object>; cron: string }[] = []

  /**
   * Queues the job again with its remaining attempts. If this process dies in between, it exists twice, which jobs
   * tolerate.
   */
  async function requeue(kind: JobKind<object>, job: JobWithMetadata<object>, startAfterSeconds = 0): Promise<void> {
    await boss.send(kind.name, job.data, {
      priority: job.priority,
      ...(job.groupId ? { group: { id: job.groupId } } : {}),
      retryLimit: job.retryLimit - job.retryCount,
      ...(startAfterSeconds ? { startAfter: startAfterSeconds } : {}),
    })
  }

  async function attempt<Data extends object>(
    kind: JobKind<Data>,
    job: JobWithMetadata<Data>,
    run: (data: Data, attempt: Attempt) => Promise<void>,
  ): Promise<void> {
    const details = { job: kind.name, data: job.data }
    const isLast = kind.retryLimit > 0 && job.retryCount >= job.retryLimit
    // A job that kills its process costs its concurrent jobs an attempt too. No two jobs run their last attempt
    // together, so that only the job at fault ends as failed.
    if (isLast && isLastAttemptRunning) return await requeue(kind, job, LAST_ATTEMPT_PAUSE_SECONDS)
    if (isLast) isLastAttemptRunning = true
    try {
      await run(job.data, { signal: AbortSignal.any([job.signal, stopping.signal]) })
    } catch (error) {
      if (stopping.signal.aborted) {
        // A stop is not a failure of the job.
        await requeue(kind, job)
        log.info(details, 'jobs: requeued because this process is stopping')
        return
      }
      log.error({ err: error, ...details }, 'jobs: an attempt failed')
      throw error
    } finally {
      if (isLast) isLastAttemptRunning = false
    }
  }

  /** Makes pg-boss work in the caller's transaction. */
  const executorFor = (db: Db | Trx) => ({
    async executeSql(text: string, values?: unknown[]) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values ?? []))
      return { rows }
    },
  })

  /** Ends the retry delay of jobs lost with their worker: the delay is meant for jobs that failed. */
  async function retryLostJobs(): Promise<void> {
    try {
      await boss.getDb().executeSql(`
        update pgboss.job set start_after = now()
        where state = 'retry' and start_after > now() and output #>> '{value,message}' = 'job heartbeat timeout'`)
    } catch (error) {
      log.debug({ err: error }, 'jobs: ending the retry delay of lost jobs failed')
    }
  }

  return {
    async enqueue(db, kind, data, options = {}) {
      await boss.send(kind.name, data, {
        priority: options.priority ?? 0,
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
        db: executorFor(db),
      })
    },
    async enqueueFairly(trx, kind, data, { owner, orderBy }) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${kind.name}, 3))`.execute(trx)
      for (const each of data)
        await boss.send(kind.name, each, { priority: UNRANKED, group: { id: owner }, db: executorFor(trx) })
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
    },
    async cancel(trx, jobKinds, data) {
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
    },
    async waiting(db, kind) {
      // The order in which pg-boss takes them, served by its own index.
      const { rows } = await sql<{ data: NonNullable<typeof kind.data> }>`
        select data from pgboss.job
        where name = ${kind.name} and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on, id`.execute(db)
      return rows.map(({ data }) => data)
    },
    async isAnyDue(db, jobKinds) {
      const names = jobKinds.map(({ name }) => name)
      const { rows } = await sql<{ isAny: boolean }>`
        select exists (
          select from pgboss.job where name = any(${names}::text[]) and state < 'completed' and start_after <= now()
        ) as "isAny"`.execute(db)
      return rows[0]!.isAny
    },
    handle(kind, concurrency, run) {
      kinds.set(kind.name, kind)
      workers.push(() =>
        boss.work<typeof kind.data & object>(
          kind.name,
          {
            localConcurrency: concurrency,
            pollingIntervalSeconds: 1,
            notifyPollingIntervalSeconds: 1,
            heartbeatRefreshSeconds: HEARTBEAT_INTERVAL_SECONDS,
            includeMetadata: true,
          },
          async ([job]) => {
            if (job) await attempt(kind, job as JobWithMetadata<NonNullable<typeof kind.data>>, run)
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
          deleteAfterSeconds: 3600,
          notify: true,
          ...(kind.deadLetter ? { deadLetter: kind.deadLetter } : {}),
        })
      }
      if (!work) return
      lostJobsTimer = setInterval(() => void retryLostJobs(), MONITOR_SECONDS * 1000).unref()
      for (const startWorker of workers) await startWorker()
      for (const { kind, cron } of crons) await boss.schedule(kind.name, cron)
    },
    async stop() {
      stopping.abort(new Error('This process is stopping.'))
      clearInterval(lostJobsTimer)
      const limit = Promise.withResolvers<void>()
      const timer = setTimeout(limit.resolve, STOP_LIMIT_MS)
      await Promise.race([boss.stop({ graceful: true, timeout: REQUEUE_MS }), limit.promise])
      clearTimeout(timer)
    },
  }
}
