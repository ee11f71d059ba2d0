import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createMemoryLog } from '#tests/support/run/memory-log.ts'
import { type Database, openDatabase } from './database.server.ts'
import type { JobKind } from './job-kind.ts'
import { createJobs, type Jobs } from './jobs.server.ts'
import { transact } from './transact.server.ts'

interface Chunk {
  of: string
  number: number
}

const chunks: JobKind<Chunk> = { name: 'test.pieces', retryLimit: 0, retryDelaySeconds: 1, expireInSeconds: 3600 }

let home: TestDatabase
let database: Database
let jobs: Jobs

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
})

afterEach(async () => {
  await jobs.stop()
  await database.close()
  await home.drop()
})

/** A queue in which owners alternate, without a worker. */
async function openFairQueue() {
  jobs = createJobs(home.connectionString, createMemoryLog([]))
  jobs.handle(chunks, 1, async () => {})
  await jobs.start({ work: false })
  return {
    send: (owner: string, of: string, ...numbers: number[]) => {
      const data = numbers.map((number) => ({ of, number }))
      const share = { owner, orderBy: 'number' as const }
      return transact(database.db, (trx) => jobs.enqueueFairly(trx, chunks, data, share))
    },
    cancel: (of: string) => transact(database.db, (trx) => jobs.cancel(trx, [chunks], { of })),
    /** Takes jobs as a worker does. */
    take: async (count: number) => {
      await sql`
        update pgboss.job set state = 'completed' where id in (
          select id from pgboss.job where name = ${chunks.name} and state < 'active'
          order by priority desc, created_on limit ${count})`.execute(database.db)
    },
    queued: async () => (await jobs.waiting(database.db, chunks)).map(({ of, number }) => `${of}${number}`),
  }
}

test('an owner of one job waits for one job of each other owner, however many they have', async () => {
  const { send, queued } = await openFairQueue()
  for (let n = 0; n < 40; n++) await send('Aya', 'a', n)
  await send('Mika', 'm', 0)
  await send('Rin', 'r', 0, 1)
  expect((await queued()).slice(0, 6)).toEqual(['a0', 'm0', 'r0', 'a1', 'r1', 'a2'])
  expect(await queued()).toHaveLength(43)
})

test('an owner’s jobs run in the order of their numbers, and equal ones in the order in which they were stored', async () => {
  const { send, queued } = await openFairQueue()
  await send('Aya', 'a', 0, 1, 2)
  await send('Mika', 'm', 0, 1)
  await send('Aya', 'b', 0, 1)
  expect(await queued()).toEqual(['a0', 'm0', 'm1', 'b0', 'a1', 'b1', 'a2'])
})

test('a new owner neither overtakes waiting owners permanently nor waits for all their jobs', async () => {
  const { send, take, queued } = await openFairQueue()
  await send('Aya', 'a', 0, 1, 2, 3, 4, 5)
  await take(3)
  await send('Mika', 'm', 0)
  expect(await queued()).toEqual(['a3', 'm0', 'a4', 'a5'])
  await take(1)
  // More jobs of one owner do not delay the first job of another.
  await send('Aya', 'b', 4)
  await send('Rin', 'r', 0)
  expect(await queued()).toEqual(['m0', 'r0', 'a4', 'b4', 'a5'])
})

test('cancelled jobs pass their positions to the next ones', async () => {
  const { send, cancel, queued } = await openFairQueue()
  await send('Aya', 'a', 0, 1)
  await send('Mika', 'm', 0)
  await cancel('a')
  await send('Aya', 'b', 0)
  expect(await queued()).toEqual(['m0', 'b0'])
})

test('fairly queued jobs are stored with the transaction, or not at all', async () => {
  const { send, queued } = await openFairQueue()
  await send('Aya', 'a', 0)
  const failed = transact(database.db, async (trx) => {
    await jobs.enqueueFairly(trx, chunks, [{ of: 'b', number: 0 }], { owner: 'Aya' })
    throw new Error('No.')
  })
  await expect(failed).rejects.toThrow('No.')
  expect(await queued()).toEqual(['a0'])
})
