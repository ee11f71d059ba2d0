import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { createJobs, type Jobs } from './jobs.server.ts'
import type { Log } from './log.server.ts'
import type { Mail } from './mail.ts'
import { createMailQueue, type MailQueue } from './mail-queue.server.ts'
import { transact } from './transact.server.ts'

const content = { subject: 'Choose a new password', text: 'Open this.\n' }
let home: TestDatabase
let database: Database
let jobs: Jobs
let queue: MailQueue
let sent: Mail[]
let confirmed: string[]
let failures: number
let isFailing: boolean
let logged: string[]

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  logged = []
  jobs = createJobs(home.connectionString, recordLog(logged))
  sent = []
  confirmed = []
  failures = 0
  isFailing = false
  queue = createMailQueue(jobs, {
    async send(each) {
      if (isFailing) {
        failures += 1
        throw new Error('The mail server is away.')
      }
      sent.push(each)
    },
  })
  queue.handle('hello', async (of) => ({
    mail: { ...content, to: `${of}@example.org` },
    onSent: async () => void confirmed.push(of),
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
function recordLog(lines: string[]): Log {
  const record = (details: object, message: string) => void lines.push(`${message} ${JSON.stringify(details)}`)
  const log: Log = { debug: record, info: record, warn: record, error: record, child: () => log }
  return log
}

/** Makes the next attempt due now: the pauses between attempts grow to minutes. */
async function endRetryDelays(): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database.db)
}

test('a mail is sent after the commit of the transaction that queued it', async () => {
  const failed = transact(database.db, async (trx) => {
    await queue.enqueue(trx, 'hello', 'nobody')
    throw new Error('No.')
  })
  await expect(failed).rejects.toThrow('No.')
  await transact(database.db, async (trx) => {
    await queue.enqueue(trx, 'nothing', 'mika')
    await queue.enqueue(trx, 'hello', 'mika')
  })
  await expect.poll(() => confirmed).toEqual(['mika'])
  expect(sent).toEqual([{ ...content, to: 'mika@example.org' }])
})

test('no mail is lost while its server is down, and none is sent twice', async () => {
  isFailing = true
  await queue.enqueue(database.db, 'hello', 'mika')
  await queue.enqueue(database.db, 'hello', 'jo')
  await expect.poll(() => failures).toBeGreaterThanOrEqual(2)
  await expect
    .poll(async () => {
      await endRetryDelays()
      return failures
    })
    .toBeGreaterThanOrEqual(4)
  isFailing = false
  await expect
    .poll(async () => {
      await endRetryDelays()
      return sent.map(({ to }) => to).sort()
    })
    .toEqual(['jo@example.org', 'mika@example.org'])
  await expect.poll(() => confirmed.toSorted()).toEqual(['jo', 'mika'])
})

test('a mail that could not be sent leaves neither its address nor its text in the log, nor in the queue', async () => {
  isFailing = true
  await transact(database.db, (trx) => queue.enqueue(trx, 'hello', 'mika'))
  await expect.poll(() => logged.some((line) => line.includes('an attempt failed'))).toBe(true)
  expect(logged.join('\n')).toContain('mail.write')
  const { rows } = await sql<{ job: string }>`select job::text from pgboss.job where name = 'mail.write'`.execute(
    database.db,
  )
  expect(rows).toHaveLength(1)
  for (const text of [logged.join('\n'), rows[0]!.job]) {
    expect(text).not.toContain('mika@example.org')
    expect(text).not.toContain('Open this.')
  }
})
