import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { createJobs, type JobKind, type Jobs } from './jobs.server.ts'
import { createLog } from './log.server.ts'

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

const log = createLog('silent')
let home: TestDatabase
let database: Database
let opened: Jobs[]

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  opened = []
})

afterEach(async () => {
  for (const jobs of opened) await jobs.stop()
  await database.close()
  await home.drop()
})

/** Queues as one process has them; `stop` is called at the end in any case. */
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

test('a job is due from when it could be taken until it is done', async () => {
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
  const failed = database.db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, greet, { to: 'nobody' })
    throw new Error('No.')
  })
  await expect(failed).rejects.toThrow('No.')
  expect(await countJobs(greet.name)).toBe(0)
  await database.db.transaction().execute((trx) => jobs.enqueue(trx, greet, { to: 'Mika' }))
  await expect.poll(() => greeted).toEqual(['Mika'])
})

test('a failing job is tried again, then its data goes to the dead letters', async () => {
  const jobs = open()
  const tries: string[] = []
  const buried: Greeting[] = []
  jobs.handle(greet, 1, async ({ to }) => {
    tries.push(to)
    throw new Error('Nobody is at home.')
  })
  jobs.handle(lost, 1, async (data) => void buried.push(data))
  await jobs.start({ work: true })
  await jobs.enqueue(database.db, greet, { to: 'Mika' })
  await expect.poll(() => buried).toEqual([{ to: 'Mika' }])
  expect(tries).toEqual(['Mika', 'Mika'])
})

test('a job whose worker died is taken without the pause that follows a failure', async () => {
  const patient: JobKind<Greeting> = { ...lost, name: 'test.patient', retryLimit: 3, retryDelaySeconds: 3600 }
  const jobs = open()
  const greeted: string[] = []
  jobs.handle(patient, 1, async ({ to }) => void greeted.push(to))
  const asking = open()
  asking.handle(patient, 1, async () => {})
  await asking.start({ work: false })
  await asking.enqueue(database.db, patient, { to: 'Mika' })
  // As a worker leaves it that was killed a minute ago.
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
    where name = ${patient.name}`.execute(database.db)
  await jobs.start({ work: true })
  await expect.poll(() => greeted).toEqual(['Mika'])
})

test('higher priorities go first', async () => {
  const filling = open()
  filling.handle(lost, 1, async () => {})
  filling.handle(greet, 1, async () => {})
  await filling.start({ work: false })
  await filling.enqueue(database.db, greet, { to: 'second' })
  await filling.enqueue(database.db, greet, { to: 'first' }, { priority: 10 })
  await filling.enqueue(database.db, greet, { to: 'much later' }, { startAfterSeconds: 3600 })
  const working = open()
  const order: string[] = []
  working.handle(lost, 1, async () => {})
  working.handle(greet, 1, async ({ to }) => void order.push(to))
  await working.start({ work: true })
  await expect.poll(() => order).toEqual(['first', 'second'])
})

test('a stopping process tells its running job, puts it back, and another process finishes it', async () => {
  const first = open()
  const started = Promise.withResolvers<AbortSignal>()
  const letters: Greeting[] = []
  first.handle(lost, 1, async (data) => void letters.push(data))
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
  second.handle(lost, 1, async (data) => void letters.push(data))
  second.handle(greet, 1, async ({ to }) => void greeted.push(to))
  await second.start({ work: true })
  await expect.poll(() => greeted).toEqual(['Mika'])
  expect(letters).toEqual([])
  await expect.poll(() => countJobs(greet.name)).toBe(0)
})

test('being put back uses up no attempt, however often', async () => {
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

test('a process that only asks for work takes none', async () => {
  const asking = open()
  const done: string[] = []
  asking.handle(lost, 1, async ({ to }) => void done.push(to))
  await asking.start({ work: false })
  await asking.enqueue(database.db, lost, { to: 'Mika' })
  const working = open()
  const greeted: string[] = []
  working.handle(lost, 1, async ({ to }) => void greeted.push(to))
  await working.start({ work: true })
  await expect.poll(() => greeted).toEqual(['Mika'])
  expect(done).toEqual([])
})

test('what waits for a worker is told in its order, without what is put off or taken', async () => {
  const jobs = open()
  let letGo = () => {}
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const taken: string[] = []
  jobs.handle(lost, 1, async () => {})
  jobs.handle(greet, 1, async ({ to }) => {
    taken.push(to)
    await isHeld
  })
  await jobs.start({ work: true })
  await jobs.enqueue(database.db, greet, { to: 'first' })
  await expect.poll(() => taken).toEqual(['first'])
  await jobs.enqueue(database.db, greet, { to: 'later' }, { startAfterSeconds: 3600 })
  for (const to of ['Aya', 'Rin']) await jobs.enqueue(database.db, greet, { to })
  await jobs.enqueue(database.db, greet, { to: 'urgent' }, { priority: 1 })
  await jobs.enqueue(database.db, lost, { to: 'another kind' })
  expect(await jobs.waiting(database.db, greet)).toEqual([{ to: 'urgent' }, { to: 'Aya' }, { to: 'Rin' }])
  letGo()
})

interface Piece {
  of: string
  number: number
}

/** A queue in which owners take turns, and nobody works. */
async function turns() {
  const pieces: JobKind<Piece> = { name: 'test.pieces', retryLimit: 0, retryDelaySeconds: 1, expireInSeconds: 3600 }
  const jobs = open()
  jobs.handle(pieces, 1, async () => {})
  await jobs.start({ work: false })
  return {
    send: (owner: string, of: string, ...numbers: number[]) => {
      const data = numbers.map((number) => ({ of, number }))
      const all = { owner, inOrderOf: 'number' as const }
      return database.db.transaction().execute((trx) => jobs.enqueueInTurn(trx, pieces, data, all))
    },
    cancel: (of: string) => database.db.transaction().execute((trx) => jobs.cancel(trx, [pieces], { of })),
    /** As a worker does. */
    take: async (count: number) => {
      await sql`
        update pgboss.job set state = 'completed' where id in (
          select id from pgboss.job where name = ${pieces.name} and state < 'active'
          order by priority desc, created_on limit ${count})`.execute(database.db)
    },
    line: async () => (await jobs.waiting(database.db, pieces)).map(({ of, number }) => `${of}${number}`),
  }
}

test('an owner of one job waits for one of each other owner’s, however many they have', async () => {
  const { send, line } = await turns()
  for (let n = 0; n < 40; n++) await send('Aya', 'a', n)
  await send('Mika', 'm', 0)
  await send('Rin', 'r', 0, 1)
  expect((await line()).slice(0, 6)).toEqual(['a0', 'm0', 'r0', 'a1', 'r1', 'a2'])
  expect(await line()).toHaveLength(43)
})

test('an owner’s jobs are done in the order of their numbers, those that came first before others', async () => {
  const { send, line } = await turns()
  await send('Aya', 'a', 0, 1, 2)
  await send('Mika', 'm', 0, 1)
  await send('Aya', 'b', 0, 1)
  expect(await line()).toEqual(['a0', 'm0', 'm1', 'b0', 'a1', 'b1', 'a2'])
})

test('who comes while others have been waiting neither overtakes them for good nor waits for all of them', async () => {
  const { send, take, line } = await turns()
  await send('Aya', 'a', 0, 1, 2, 3, 4, 5)
  await take(3)
  await send('Mika', 'm', 0)
  expect(await line()).toEqual(['a3', 'm0', 'a4', 'a5'])
  await take(1)
  // More of one's own moves nobody's first one.
  await send('Aya', 'b', 4)
  await send('Rin', 'r', 0)
  expect(await line()).toEqual(['m0', 'r0', 'a4', 'b4', 'a5'])
})

test('cancelled jobs leave their turns to those behind them', async () => {
  const { send, cancel, line } = await turns()
  await send('Aya', 'a', 0, 1)
  await send('Mika', 'm', 0)
  await cancel('a')
  await send('Aya', 'b', 0)
  expect(await line()).toEqual(['m0', 'b0'])
})

test('jobs that take turns come with the transaction, or not at all', async () => {
  const { send, line } = await turns()
  await send('Aya', 'a', 0)
  const jobs = opened.at(-1)
  const failed = database.db.transaction().execute(async (trx) => {
    await jobs?.enqueueInTurn(trx, { ...lost, name: 'test.pieces' }, [{ to: 'nobody' }], { owner: 'Aya' })
    throw new Error('No.')
  })
  await expect(failed).rejects.toThrow('No.')
  expect(await line()).toEqual(['a0'])
})
