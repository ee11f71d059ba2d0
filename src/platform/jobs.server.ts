import { CompiledQuery, sql } from 'kysely'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { databaseLimits, limited } from './connection.server.ts'
import type { Db, Trx } from './database.server.ts'
import type { Log } from './log.server.ts'

/** A kind of job: its queue, and what happens when it fails. Declared once, beside the code that does it. */
export interface JobKind<Data extends object> {
  name: string
  /** Attempts after the first. A process that dies in the middle has used one. */
  retryLimit: number
  retryDelaySeconds: number
  /** Where a job goes when every attempt has failed. */
  deadLetter?: string
  /** Longest time one attempt may take. */
  expireInSeconds: number
  /** Only here for the type of what the job carries. */
  readonly data?: Data
}

/** What an attempt is told besides its data. */
export interface Attempt {
  /** Aborted when this process stops; the job is then put back without using up an attempt. */
  signal: AbortSignal
}

export interface EnqueueOptions {
  /** Higher goes first; 0 unless told. */
  priority?: number
  startAfterSeconds?: number
}

/** Whose jobs take turns with those of others. */
export interface Turns<Data extends object> {
  /** Any name; each has one turn in a round. */
  owner: string
  /** A number in what the jobs carry: the owner's own are done in its order. In that in which they came unless told. */
  inOrderOf?: keyof Data & string
}

/** Work that outlives a request, kept in PostgreSQL. */
export interface Jobs {
  /** Stores a job in the caller's transaction: both commit, or neither. */
  enqueue<Data extends object>(db: Db | Trx, kind: JobKind<Data>, data: Data, options?: EnqueueOptions): Promise<void>
  /**
   * Stores jobs of an owner, who has one turn for each of everybody else's, however many they are and whoever came first.
   * All jobs of a kind are stored like this, or none: turns are their priority.
   */
  enqueueInTurn<Data extends object>(trx: Trx, kind: JobKind<Data>, data: Data[], turns: Turns<Data>): Promise<void>
  /** Cancels the jobs of these kinds that carry `data` and wait for a worker, in the caller's transaction. */
  cancel<Data extends object>(trx: Trx, kinds: JobKind<Data>[], data: Partial<Data>): Promise<void>
  /**
   * What jobs of a kind carry that could be taken now and wait for a worker, in the order in which they will be taken.
   * Called after `start`.
   */
  waiting<Data extends object>(db: Db | Trx, kind: JobKind<Data>): Promise<Data[]>
  /** Whether a job of one of these kinds could be taken now or is being done, on any node. Called after `start`. */
  isAnyDue(db: Db | Trx, kinds: JobKind<object>[]): Promise<boolean>
  /** Says who does a kind of job. Called before `start`. */
  handle<Data extends object>(
    kind: JobKind<Data>,
    concurrency: number,
    run: (data: Data, attempt: Attempt) => Promise<void>,
  ): void
  /** Runs a kind of job at the times of a cron line, once for all nodes. Called before `start`. */
  schedule(kind: JobKind<Record<never, never>>, cron: string): void
  /** Prepares the queues; takes jobs when `work` is true. */
  start(options: { work: boolean }): Promise<void>
  /** Stops taking jobs, aborts those under way and puts them back, then closes. */
  stop(): Promise<void>
}

/** What jobs of these kinds carry that are not over: they wait, are put off, or are being done, on any node. */
export async function openJobs<Data extends object>(db: Db | Trx, kinds: JobKind<Data>[]): Promise<Data[]> {
  const names = kinds.map(({ name }) => name)
  const { rows } = await sql<{ data: Data }>`
    select data from pgboss.job where name = any(${names}::text[]) and state < 'completed'`.execute(db)
  return rows.map(({ data }) => data)
}

/** A dead worker's job is taken again after this long without a sign of life (pg-boss allows no less). */
const HEARTBEAT_SECONDS = 10
/** Often enough that a worker which is merely short of processor time is not taken for dead. */
const SIGN_OF_LIFE_SECONDS = 2
/** Between two looks for missed heartbeats, by whichever process comes first. */
const MONITOR_SECONDS = 1
/** Time for jobs to be put back when this process stops; the rest is noticed as a dead worker's are. */
const PUT_BACK_MS = 4500
const STOP_LIMIT_MS = 5500
/** Pause before a job is looked at again that has to wait for another one's last attempt. */
const LAST_ATTEMPT_PAUSE_SECONDS = 3
/** Priority of a job that has no turn yet: behind all that have one. */
const NO_TURN = -2_000_000_000

/** @param connectionString a direct connection: LISTEN does not pass a transaction pooler */
export function createJobs(connectionString: string, log: Log, limits = databaseLimits): Jobs {
  let hurrying: NodeJS.Timeout | undefined
  const boss = new PgBoss({
    ...limited(limits),
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
    // What was still being asked when it closed is of no consequence.
    if (stopping.signal.aborted) log.debug({ err: error }, 'jobs: the queue met an error while it stopped')
    else log.warn({ err: error }, 'jobs: the queue met an error')
  })
  let isLastUnderWay = false
  const kinds = new Map<string, JobKind<object>>()
  const workers: (() => Promise<unknown>)[] = []
  const crons: { kind: JobKind<object>; cron: string }[] = []

  /** The same job again with the attempts it had left. Should this process die in between, it is there twice, which jobs bear. */
  async function putBack(kind: JobKind<object>, job: JobWithMetadata<object>, startAfterSeconds = 0): Promise<void> {
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
    const logged = { job: kind.name, data: job.data }
    const isLast = kind.retryLimit > 0 && job.retryCount >= job.retryLimit
    // A job that kills its process takes the ones beside it along. Each loses an attempt then, but no two have their
    // last one together, so that in the end only the guilty one is given up.
    if (isLast && isLastUnderWay) return await putBack(kind, job, LAST_ATTEMPT_PAUSE_SECONDS)
    if (isLast) isLastUnderWay = true
    try {
      await run(job.data, { signal: AbortSignal.any([job.signal, stopping.signal]) })
    } catch (error) {
      if (stopping.signal.aborted) {
        // A stop is nobody's failure.
        await putBack(kind, job)
        log.info(logged, 'jobs: put back because this process stops')
        return
      }
      log.error({ err: error, ...logged }, 'jobs: an attempt failed')
      throw error
    } finally {
      if (isLast) isLastUnderWay = false
    }
  }

  /** Has pg-boss work in the caller's transaction. */
  const within = (db: Db | Trx) => ({
    async executeSql(text: string, values?: unknown[]) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values ?? []))
      return { rows }
    },
  })

  /** The pause after a failure is for what may fail again; what was lost with its worker is taken at once. */
  async function hurryLost(): Promise<void> {
    try {
      await boss.getDb().executeSql(`
        update pgboss.job set start_after = now()
        where state = 'retry' and start_after > now() and output #>> '{value,message}' = 'job heartbeat timeout'`)
    } catch (error) {
      log.debug({ err: error }, 'jobs: what was lost with its worker keeps its pause')
    }
  }

  return {
    async enqueue(db, kind, data, options = {}) {
      await boss.send(kind.name, data, {
        priority: options.priority ?? 0,
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
        db: within(db),
      })
    },
    async enqueueInTurn(trx, kind, data, { owner, inOrderOf }) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${kind.name}, 3))`.execute(trx)
      for (const each of data)
        await boss.send(kind.name, each, { priority: NO_TURN, group: { id: owner }, db: within(trx) })
      // An owner's first job keeps its turn, or comes when everybody else's first ones do; each other one comes a turn later.
      await sql`
        with waiting as (
          select id, priority, created_on, data, group_id is not distinct from ${owner} as is_own from pgboss.job
          where name = ${kind.name} and state < 'active'
        ), next as (
          select coalesce(max(priority) filter (where is_own), max(priority), 0) as turn
          from waiting where priority > ${NO_TURN}
        ), own as (
          select id, row_number() over (
            order by (data ->> ${inOrderOf ?? ''}::text)::int nulls first, created_on, id
          ) - 1 as place
          from waiting where is_own
        )
        update pgboss.job as job set priority = next.turn - own.place from own, next
        where job.name = ${kind.name} and job.id = own.id and job.state < 'active'
          and job.priority <> next.turn - own.place`.execute(trx)
    },
    async cancel(trx, asked, data) {
      const db = within(trx)
      for (const { name } of asked) {
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
      // The order in which pg-boss takes them, by the index that it keeps for that.
      const { rows } = await sql<{ data: NonNullable<typeof kind.data> }>`
        select data from pgboss.job
        where name = ${kind.name} and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on, id`.execute(db)
      return rows.map(({ data }) => data)
    },
    async isAnyDue(db, asked) {
      const names = asked.map(({ name }) => name)
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
            heartbeatRefreshSeconds: SIGN_OF_LIFE_SECONDS,
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
          heartbeatSeconds: HEARTBEAT_SECONDS,
          deleteAfterSeconds: 3600,
          notify: true,
          ...(kind.deadLetter ? { deadLetter: kind.deadLetter } : {}),
        })
      }
      if (!work) return
      hurrying = setInterval(() => void hurryLost(), MONITOR_SECONDS * 1000).unref()
      for (const startWorker of workers) await startWorker()
      for (const { kind, cron } of crons) await boss.schedule(kind.name, cron)
    },
    async stop() {
      stopping.abort(new Error('This process is stopping.'))
      clearInterval(hurrying)
      const limit = Promise.withResolvers<void>()
      const impatience = setTimeout(limit.resolve, STOP_LIMIT_MS)
      await Promise.race([boss.stop({ graceful: true, timeout: PUT_BACK_MS }), limit.promise])
      clearTimeout(impatience)
    },
  }
}
