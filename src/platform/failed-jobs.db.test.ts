import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createMemoryLog } from '#tests/support/run/memory-log.ts'
import { type Database, openDatabase } from './database.server.ts'
import { FAILED_RETENTION_SECONDS, FINISHED_RETENTION_SECONDS } from './failed-job-rows.server.ts'
import type { JobKind } from './job-kind.ts'
import { createJobs, type Jobs } from './jobs.server.ts'
import type { FailedJob } from './listed-job.ts'
import { transact } from './transact.server.ts'

interface Greeting {
  to: string
}

const greet: JobKind<Greeting> = {
  name: 'test.greet',
  retryLimit: 1,
  retryDelaySeconds: 0,
  expireInSeconds: 3600,
  about: ({ to }) => ({ kind: 'person', id: to }),
}
const sweep: JobKind<Record<never, never>> = { ...greet, name: 'test.sweep', retryLimit: 0, about: () => null }

let home: TestDatabase
let database: Database
let jobs: Jobs
let isFailing: boolean
let greeted: string[]

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  jobs = createJobs(home.connectionString, createMemoryLog([]))
  isFailing = true
  greeted = []
  jobs.handle(greet, 1, async ({ to }) => {
    if (isFailing) throw new Error(`Nobody is at home at ${to}@example.org.`)
    greeted.push(to)
  })
  jobs.handle(sweep, 1, async () => {
    throw new Error('No broom.')
  })
  jobs.schedule(sweep, '0 0 1 1 *')
})

afterEach(async () => {
  await jobs.stop()
  await database.close()
  await home.drop()
})

const failed = () => jobs.failed(database.db, { after: null, limit: 10 })
const retry = (job: FailedJob) => transact(database.db, (trx) => jobs.retry(trx, job))
const dismiss = (job: FailedJob) => transact(database.db, (trx) => jobs.dismiss(trx, job))

/** Fails a job for good, and returns it. */
async function fail(to: string): Promise<FailedJob> {
  await jobs.enqueue(database.db, greet, { to })
  return await eventually(`the job about ${to} has failed`, async () => {
    return (await failed()).find(({ about }) => about?.id === to) ?? null
  })
}

test('a job is listed once its last attempt has failed, with what it is about and why', async () => {
  await jobs.start({ work: true })
  expect(await failed()).toEqual([])
  expect(await fail('mika')).toEqual({
    id: expect.any(String),
    kind: greet.name,
    about: { kind: 'person', id: 'mika' },
    attempts: 2,
    failedAt: expect.any(Date),
    reason: 'Nobody is at home at …',
  })
  expect(await jobs.counts(database.db)).toEqual({ running: 0, waiting: 0, failed: 1 })
})

test('jobs are counted by queue and state, with how long the oldest has been in it', async () => {
  await jobs.start({ work: false })
  for (const to of ['mika', 'saki', 'nao', 'rin', 'mio']) await jobs.enqueue(database.db, greet, { to })
  await jobs.enqueue(database.db, sweep, {}, { startAfterSeconds: 3600 })
  const change = (to: string, values: string) =>
    sql`update pgboss.job set ${sql.raw(values)} where data ->> 'to' = ${to}`.execute(database.db)
  await change('mika', `state = 'active', started_on = now() - interval '5 minutes'`)
  await change('saki', `created_on = now() - interval '2 days', start_after = now() - interval '1 hour'`)
  await change('nao', `created_on = now() - interval '10 minutes', start_after = now() - interval '10 minutes'`)
  await change('rin', `state = 'failed', completed_on = now() - interval '1 day'`)
  await change('mio', `state = 'completed', completed_on = now()`)
  const found = await jobs.queues(database.db)
  expect(found.map(({ oldestSeconds, ...queue }) => ({ ...queue, minutes: Math.floor(oldestSeconds / 60) }))).toEqual([
    { kind: greet.name, state: 'failed', count: 1, minutes: 24 * 60 },
    { kind: greet.name, state: 'running', count: 1, minutes: 5 },
    { kind: greet.name, state: 'waiting', count: 2, minutes: 60 },
    { kind: sweep.name, state: 'deferred', count: 1, minutes: 0 },
  ])
})

test('a failed job that is tried again runs at once, and is no failed one any more', async () => {
  await jobs.start({ work: true })
  const job = await fail('mika')
  isFailing = false
  expect(await retry(job)).toBe(true)
  await expect.poll(() => greeted).toEqual(['mika'])
  expect(await failed()).toEqual([])
  await expect.poll(async () => (await jobs.find(database.db, job.id))?.isFailed).toBe(false)
})

test('a failed job that is tried again gets one more attempt, and is then listed again', async () => {
  await jobs.start({ work: true })
  const job = await fail('mika')
  await retry(job)
  await expect.poll(failed).toMatchObject([{ id: job.id, attempts: 3 }])
})

test('of two who try a job again at once, one does', async () => {
  await jobs.start({ work: true })
  const job = await fail('mika')
  isFailing = false
  expect((await Promise.all([retry(job), retry(job)])).sort()).toEqual([false, true])
  await expect.poll(() => greeted).toEqual(['mika'])
  expect(await retry(job)).toBe(false)
})

test('a retry whose transaction rolls back leaves the job failed', async () => {
  await jobs.start({ work: true })
  const job = await fail('mika')
  const undone = transact(database.db, async (trx) => {
    await jobs.retry(trx, job)
    throw new Error('No.')
  })
  await expect(undone).rejects.toThrow('No.')
  expect(await failed()).toEqual([job])
})

test('a failed job can be dismissed, once, and does not run', async () => {
  await jobs.start({ work: true })
  const job = await fail('mika')
  expect((await Promise.all([dismiss(job), dismiss(job)])).sort()).toEqual([false, true])
  expect([await failed(), await retry(job)]).toEqual([[], false])
})

test('failed jobs are paged, the latest first', async () => {
  await jobs.start({ work: true })
  for (const to of ['aya', 'mika', 'rin']) await fail(to)
  // All jobs fail at the same moment, as when a machine dies.
  await sql`update pgboss.job set completed_on = now() where state = 'failed'`.execute(database.db)
  const all = await failed()
  expect(all).toHaveLength(3)
  const paged: FailedJob[] = []
  for (let after: FailedJob | null = null; ; after = paged.at(-1)!) {
    const page = await jobs.failed(database.db, { after, limit: 1 })
    if (page.length === 0) break
    paged.push(...page)
  }
  expect(paged).toEqual(all)
})

test('a failed job is kept for two weeks, unless a schedule repeats it, and a finished one for an hour', async () => {
  await jobs.start({ work: false })
  await sql`
    insert into pgboss.job (name, state, data, completed_on, deletion_seconds) values
      (${greet.name}, 'failed', '{"to": "mika"}', now(), ${FINISHED_RETENTION_SECONDS}),
      (${greet.name}, 'completed', '{"to": "rin"}', now(), ${FINISHED_RETENTION_SECONDS}),
      (${sweep.name}, 'failed', '{}', now(), ${FINISHED_RETENTION_SECONDS})`.execute(database.db)
  await sql`insert into pgboss.schedule (name, cron, timezone) values (${sweep.name}, '0 0 1 1 *', 'UTC')`.execute(
    database.db,
  )
  const worker = createJobs(home.connectionString, createMemoryLog([]))
  worker.handle(greet, 1, async () => {})
  await worker.start({ work: true })
  const kept = async () => {
    const { rows } = await sql<{ kept: string }>`
      select name || ' ' || state || ' ' || deletion_seconds as kept from pgboss.job
      where name in (${greet.name}, ${sweep.name}) order by 1`.execute(database.db)
    return rows.map((row) => row.kept)
  }
  expect(await kept()).toEqual([
    `${greet.name} completed ${FINISHED_RETENTION_SECONDS}`,
    `${greet.name} failed ${FAILED_RETENTION_SECONDS}`,
    `${sweep.name} failed ${FINISHED_RETENTION_SECONDS}`,
  ])
  await retry((await failed()).find(({ kind }) => kind === greet.name)!)
  await expect
    .poll(async () => (await kept()).filter((each) => each.startsWith(greet.name)))
    .toEqual([
      `${greet.name} completed ${FINISHED_RETENTION_SECONDS}`,
      `${greet.name} completed ${FINISHED_RETENTION_SECONDS}`,
    ])
  await worker.stop()
})

test('running jobs are listed with what they are about, and jobs of kinds that nobody knows without', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow: JobKind<Greeting> = { ...greet, name: 'test.slow' }
  jobs.handle(slow, 1, () => released)
  await jobs.start({ work: true })
  await jobs.enqueue(database.db, slow, { to: 'rin' })
  await jobs.enqueue(database.db, slow, { to: 'aya' })
  await expect.poll(() => jobs.counts(database.db)).toEqual({ running: 1, waiting: 1, failed: 0 })
  const running = [{ kind: slow.name, about: { kind: 'person', id: 'rin' }, startedAt: expect.any(Date) }]
  expect(await jobs.running(database.db, 5)).toEqual(running)
  const stranger = createJobs(home.connectionString, createMemoryLog([]))
  expect(await stranger.running(database.db, 5)).toEqual([{ ...running[0], about: null }])
  release()
})

test('what is no id of a job finds none', async () => {
  await jobs.start({ work: false })
  for (const id of ['', 'unknown', '00000000-0000-0000-0000-000000000000', "' or true"])
    expect(await jobs.find(database.db, id)).toBeNull()
})
