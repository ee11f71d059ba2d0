import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { type Database, openDatabase } from './database.server.ts'
import type { JobKind } from './job-kind.ts'
import { createJobs, type Jobs } from './jobs.server.ts'
import { transact } from './transact.server.ts'

interface Greeting {
  to: string
}

const lost: JobKind<Greeting> = { name: 'test.lost', retryLimit: 0, retryDelaySeconds: 1, expireInSeconds: 3600 }
const greet: JobKind<Greeting> = {
  ...lost,
  name: 'test.greet',
  retryLimit: 1,
  retryDelaySeconds: 0,
  deadLetter: lost.name,
}

const lines: LogEntry[] = []
const log = createMemoryLog(lines)
let home: TestDatabase
let database: Database
let opened: Jobs[]

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  opened = []
  lines.length = 0
})

afterEach(async () => {
  for (const jobs of opened) await jobs.stop()
  await database.close()
  await home.drop()
})

/** The queues of one process; `stop` is always called at the end. */
function open(): Jobs {
  const jobs = createJobs(home.connectionString, log)
  opened.push(jobs)
  return jobs
}

async function close(jobs: Jobs): Promise<void> {
  opened = opened.filter((each) => each !== jobs)
  await jobs.stop()
}

async function countJobs(name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pgboss.job where name = ${name} and state < 'completed'
  `.execute(database.db)
  return rows[0]?.n ?? 0
}

test('a job is due from when a worker may take it until it is done', async () => {
  const jobs = open()
  let finish = () => {}
  const isDue = () => jobs.isAnyDue(database.db, [greet, lost])
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  let isTaken = false
  jobs.handle(lost, 1, async () => {})
  jobs.handle(greet, 1, async () => {
    isTaken = true
    await finished
  })
  await jobs.start({ work: true })
  await jobs.enqueue(database.db, lost, { to: 'later' }, { startAfterSeconds: 3600 })
  expect(await isDue()).toBe(false)
  await jobs.enqueue(database.db, greet, { to: 'now' })
  expect(await isDue()).toBe(true)
  await expect.poll(() => isTaken).toBe(true)
  expect([await isDue(), await jobs.isAnyDue(database.db, [lost])]).toEqual([true, false])
  finish()
  await expect.poll(isDue).toBe(false)
})

test('a job whose transaction rolls back does not exist; one that commits runs', async () => {
  const jobs = open()
  const greeted: string[] = []
  jobs.handle(lost, 1, async () => {})
  jobs.handle(greet, 1, async ({ to }) => void greeted.push(to))
  await jobs.start({ work: true })
  const failed = transact(database.db, async (trx) => {
    await jobs.enqueue(trx, greet, { to: 'nobody' })
    throw new Error('No.')
  })
  await expect(failed).rejects.toThrow('No.')
  expect(await countJobs(greet.name)).toBe(0)
  await transact(database.db, (trx) => jobs.enqueue(trx, greet, { to: 'Mika' }))
  await expect.poll(() => greeted).toEqual(['Mika'])
})

test('a failing job is retried, then its data goes to the dead letters', async () => {
  const jobs = open()
  const attempts: string[] = []
  const deadLetters: Greeting[] = []
  jobs.handle(greet, 1, async ({ to }) => {
    attempts.push(to)
    throw new Error('Nobody is at home.')
  })
  jobs.handle(lost, 1, async (data) => void deadLetters.push(data))
  await jobs.start({ work: true })
  await jobs.enqueue(database.db, greet, { to: 'Mika' })
  await expect.poll(() => deadLetters).toEqual([{ to: 'Mika' }])
  expect(attempts).toEqual(['Mika', 'Mika'])
})

test('what can never succeed is tried once', async () => {
  const jobs = open()
  const attempts: string[] = []
  const deadLetters: Greeting[] = []
  const patient: JobKind<Greeting> = { ...greet, name: 'test.patient-greet', retryLimit: 20 }
  jobs.handle(patient, 1, async ({ to }) => {
    attempts.push(to)
    await sql`select ${to}::timestamptz`.execute(database.db)
  })
  jobs.handle(lost, 1, async (data) => void deadLetters.push(data))
  await jobs.start({ work: true })
  await jobs.enqueue(database.db, patient, { to: '-271821-04-20T00:00:00.000Z' })
  await expect.poll(() => deadLetters.length).toBe(1)
  expect(attempts).toHaveLength(1)
  const [failed] = await jobs.failed(database.db, { after: null, limit: 1 })
  expect(failed).toMatchObject({ kind: patient.name, attempts: 1 })
  expect(lines.filter(({ level }) => level === 'error').map(({ details }) => details.job)).toEqual([patient.name])

  const failedSince = (since: Date) => jobs.failedSince(database.db, patient, since)
  expect(await failedSince(new Date(failed!.failedAt))).toEqual([{ to: '-271821-04-20T00:00:00.000Z' }])
  expect(await failedSince(new Date(Date.now() + 3_600_000))).toEqual([])

  // A person may still try it again.
  expect(await transact(database.db, (trx) => jobs.retry(trx, failed!))).toBe(true)
  await expect.poll(() => deadLetters.length).toBe(2)
  expect(attempts).toHaveLength(2)
})

test('a wait for a lock that another process holds for long costs a job no attempt', async () => {
  const jobs = open()
  const greeted: string[] = []
  let attempts = 0
  jobs.handle(lost, 1, async ({ to }) => {
    attempts += 1
    await transact(database.db, async (trx) => {
      await sql`set local lock_timeout = '10ms'`.execute(trx)
      await sql`select pg_advisory_xact_lock(1)`.execute(trx)
    })
    greeted.push(to)
  })
  await jobs.start({ work: true })
  await transact(database.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(trx)
    await jobs.enqueue(database.db, lost, { to: 'Mika' })
    await expect.poll(() => attempts).toBeGreaterThan(1)
  })
  await expect.poll(() => greeted).toEqual(['Mika'])
  expect(lines.filter(({ level }) => level === 'error')).toEqual([])
})

test('an attempt that is followed by another is a warning, and the last one an error', async () => {
  const jobs = open()
  jobs.handle(greet, 1, async () => {
    throw new Error('Nobody is at home.')
  })
  jobs.handle(lost, 1, async () => {
    throw new Error('Nobody at all.')
  })
  const failed = () => lines.filter(({ message }) => message === 'jobs: an attempt failed')
  await jobs.start({ work: true })
  await jobs.enqueue(database.db, greet, { to: 'Mika' })
  await expect.poll(() => failed().length).toBe(3)
  expect(failed().map(({ level, details }) => [level, details.job])).toEqual([
    ['warn', greet.name],
    ['error', greet.name],
    ['error', lost.name],
  ])
})

test('a job whose worker died is retried without the delay that follows a failure', async () => {
  const slowRetry: JobKind<Greeting> = { ...lost, name: 'test.patient', retryLimit: 3, retryDelaySeconds: 3600 }
  const jobs = open()
  const greeted: string[] = []
  jobs.handle(slowRetry, 1, async ({ to }) => void greeted.push(to))
  const enqueuer = open()
  enqueuer.handle(slowRetry, 1, async () => {})
  await enqueuer.start({ work: false })
  await enqueuer.enqueue(database.db, slowRetry, { to: 'Mika' })
  // The state that a worker killed a minute ago leaves behind.
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
    where name = ${slowRetry.name}`.execute(database.db)
  await jobs.start({ work: true })
  await expect.poll(() => greeted).toEqual(['Mika'])
})

test('of two jobs at their last attempt one waits, and is never queued twice', async () => {
  const twice: JobKind<Greeting> = { ...lost, name: 'test.twice', retryLimit: 1 }
  const statesOf = async () => {
    const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = ${twice.name}`.execute(
      database.db,
    )
    return rows.map(({ state }) => state).toSorted()
  }
  const enqueuer = open()
  enqueuer.handle(twice, 1, async () => {})
  await enqueuer.start({ work: false })
  for (const to of ['Mika', 'Noa']) await enqueuer.enqueue(database.db, twice, { to })
  // The jobs look as if one process had been lost with both of them.
  await sql`update pgboss.job set started_on = now() where name = ${twice.name}`.execute(database.db)

  const working = open()
  const first = Promise.withResolvers<void>()
  const started: string[] = []
  working.handle(twice, 2, async ({ to }) => {
    started.push(to)
    if (started.length === 1) await first.promise
  })
  await working.start({ work: true })
  await expect.poll(statesOf).toEqual(['active', 'retry'])
  expect(started).toHaveLength(1)
  first.resolve()
  await expect.poll(statesOf).toEqual(['completed', 'completed'])
  expect(started.toSorted()).toEqual(['Mika', 'Noa'])
})

test('jobs of higher priority run first', async () => {
  const enqueuer = open()
  enqueuer.handle(lost, 1, async () => {})
  enqueuer.handle(greet, 1, async () => {})
  await enqueuer.start({ work: false })
  await enqueuer.enqueue(database.db, greet, { to: 'second' })
  await enqueuer.enqueue(database.db, greet, { to: 'first' }, { priority: 10 })
  await enqueuer.enqueue(database.db, greet, { to: 'much later' }, { startAfterSeconds: 3600 })
  const working = open()
  const order: string[] = []
  working.handle(lost, 1, async () => {})
  working.handle(greet, 1, async ({ to }) => void order.push(to))
  await working.start({ work: true })
  await expect.poll(() => order).toEqual(['first', 'second'])
})

test('a stopping process aborts and requeues its running job, and another process finishes it', async () => {
  const first = open()
  const started = Promise.withResolvers<AbortSignal>()
  const deadLetters: Greeting[] = []
  first.handle(lost, 1, async (data) => void deadLetters.push(data))
  first.handle(greet, 1, async (_data, { signal }) => {
    started.resolve(signal)
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await first.start({ work: true })
  await first.enqueue(database.db, greet, { to: 'Mika' })
  const signal = await started.promise
  expect(signal.aborted).toBe(false)
  await close(first)
  expect(signal.aborted).toBe(true)
  expect(await countJobs(greet.name)).toBe(1)

  const second = open()
  const greeted: string[] = []
  second.handle(lost, 1, async (data) => void deadLetters.push(data))
  second.handle(greet, 1, async ({ to }) => void greeted.push(to))
  await second.start({ work: true })
  await expect.poll(() => greeted).toEqual(['Mika'])
  expect(deadLetters).toEqual([])
  await expect.poll(() => countJobs(greet.name)).toBe(0)
})

test('requeuing never uses up an attempt', async () => {
  const once: JobKind<Greeting> = { ...lost, name: 'test.once' }
  for (let n = 0; n < 2; n++) {
    const jobs = open()
    const started = Promise.withResolvers<void>()
    jobs.handle(once, 1, async (_data, { signal }) => {
      started.resolve()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    await jobs.start({ work: true })
    if (n === 0) await jobs.enqueue(database.db, once, { to: 'Mika' })
    await started.promise
    await close(jobs)
  }
  const last = open()
  const greeted: string[] = []
  last.handle(once, 1, async ({ to }) => void greeted.push(to))
  await last.start({ work: true })
  await expect.poll(() => greeted).toEqual(['Mika'])
})

test('a process without workers takes no jobs', async () => {
  const enqueuer = open()
  const done: string[] = []
  enqueuer.handle(lost, 1, async ({ to }) => void done.push(to))
  await enqueuer.start({ work: false })
  await enqueuer.enqueue(database.db, lost, { to: 'Mika' })
  const working = open()
  const greeted: string[] = []
  working.handle(lost, 1, async ({ to }) => void greeted.push(to))
  await working.start({ work: true })
  await expect.poll(() => greeted).toEqual(['Mika'])
  expect(done).toEqual([])
})

test('waiting jobs are returned in order, without deferred and active ones', async () => {
  const jobs = open()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const taken: string[] = []
  jobs.handle(lost, 1, async () => {})
  jobs.handle(greet, 1, async ({ to }) => {
    taken.push(to)
    await released
  })
  await jobs.start({ work: true })
  await jobs.enqueue(database.db, greet, { to: 'first' })
  await expect.poll(() => taken).toEqual(['first'])
  await jobs.enqueue(database.db, greet, { to: 'later' }, { startAfterSeconds: 3600 })
  for (const to of ['Aya', 'Rin']) await jobs.enqueue(database.db, greet, { to })
  await jobs.enqueue(database.db, greet, { to: 'urgent' }, { priority: 1 })
  await jobs.enqueue(database.db, lost, { to: 'another kind' })
  expect(await jobs.waiting(database.db, greet)).toEqual([{ to: 'urgent' }, { to: 'Aya' }, { to: 'Rin' }])
  release()
})
