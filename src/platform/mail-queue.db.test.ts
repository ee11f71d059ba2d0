import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { createJobs, type Jobs } from './jobs.server.ts'
import type { Log } from './log.server.ts'
import type { Mail } from './mail.ts'
import { createMailQueue, type MailQueue } from './mail-queue.server.ts'

const words = { subject: 'Choose a new password', text: 'Open this.\n' }
let home: TestDatabase
let database: Database
let jobs: Jobs
let queue: MailQueue
let sent: Mail[]
let done: string[]
let failures: number
let isAway: boolean
let logged: string[]

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  logged = []
  jobs = createJobs(home.connectionString, keepLines(logged))
  sent = []
  done = []
  failures = 0
  isAway = false
  queue = createMailQueue(jobs, {
    async send(each) {
      if (isAway) {
        failures += 1
        throw new Error('The mail server is away.')
      }
      sent.push(each)
    },
  })
  queue.handle('hello', async (of) => ({
    mail: { ...words, to: `${of}@example.org` },
    whenSent: async () => void done.push(of),
  }))
  queue.handle('nothing', async () => null)
  await jobs.start({ work: true })
})

afterEach(async () => {
  await jobs.stop()
  await database.close()
  await home.drop()
})

/** A log whose lines can be read back. */
function keepLines(lines: string[]): Log {
  const keep = (details: object, message: string) => void lines.push(`${message} ${JSON.stringify(details)}`)
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep, child: () => log }
  return log
}

/** The pauses between attempts grow to minutes; this lets the next one be due now. */
async function endPauses(): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database.db)
}

test('a mail leaves by itself after the transaction that asked for it', async () => {
  const failed = database.db.transaction().execute(async (trx) => {
    await queue.queue(trx, 'hello', 'nobody')
    throw new Error('No.')
  })
  await expect(failed).rejects.toThrow('No.')
  await database.db.transaction().execute(async (trx) => {
    await queue.queue(trx, 'nothing', 'mika')
    await queue.queue(trx, 'hello', 'mika')
  })
  await expect.poll(() => done).toEqual(['mika'])
  expect(sent).toEqual([{ ...words, to: 'mika@example.org' }])
})

test('no mail is lost while its server is away, and none is sent twice', async () => {
  isAway = true
  await queue.queue(database.db, 'hello', 'mika')
  await queue.queue(database.db, 'hello', 'jo')
  await expect.poll(() => failures).toBeGreaterThanOrEqual(2)
  await expect
    .poll(async () => {
      await endPauses()
      return failures
    })
    .toBeGreaterThanOrEqual(4)
  isAway = false
  await expect
    .poll(async () => {
      await endPauses()
      return sent.map(({ to }) => to).sort()
    })
    .toEqual(['jo@example.org', 'mika@example.org'])
  await expect.poll(() => done.toSorted()).toEqual(['jo', 'mika'])
})

test('a mail that could not be sent leaves neither its address nor its text in the log, nor in the queue', async () => {
  isAway = true
  await database.db.transaction().execute((trx) => queue.queue(trx, 'hello', 'mika'))
  await expect.poll(() => logged.some((line) => line.includes('an attempt failed'))).toBe(true)
  expect(logged.join('\n')).toContain('mail.write')
  const { rows } = await sql<{ job: string }>`select job::text from pgboss.job where name = 'mail.write'`.execute(
    database.db,
  )
  expect(rows).toHaveLength(1)
  for (const told of [logged.join('\n'), rows[0]!.job]) {
    expect(told).not.toContain('mika@example.org')
    expect(told).not.toContain('Open this.')
  }
})
