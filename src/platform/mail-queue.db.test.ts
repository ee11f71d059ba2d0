import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { createJobs, type Jobs } from './jobs.server.ts'
import type { Log } from './log.server.ts'
import type { Mail } from './mail.ts'
import { createMailQueue, type MailQueue } from './mail-queue.server.ts'

const mail = { to: 'mika@example.org', subject: 'Choose a new password', text: 'Open this.\n' }
let home: TestDatabase
let database: Database
let jobs: Jobs
let queue: MailQueue
let sent: Mail[]
let failures: number
let isAway: boolean
let logged: string[]

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  logged = []
  jobs = createJobs(home.connectionString, keepLines(logged))
  sent = []
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
    await queue.queue(trx, { ...mail, to: 'nobody@example.org' })
    throw new Error('No.')
  })
  await expect(failed).rejects.toThrow('No.')
  await database.db.transaction().execute((trx) => queue.queue(trx, mail))
  await expect.poll(() => sent).toEqual([mail])
})

test('no mail is lost while its server is away, and none is sent twice', async () => {
  isAway = true
  await queue.queue(database.db, mail)
  await queue.queue(database.db, { ...mail, to: 'jo@example.org' })
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
})

test('a mail that could not be sent leaves neither its address nor its text in the log', async () => {
  isAway = true
  await database.db.transaction().execute((trx) => queue.queue(trx, mail))
  await expect.poll(() => logged.some((line) => line.includes('an attempt failed'))).toBe(true)
  expect(logged.join('\n')).toContain('mail.send')
  expect(logged.join('\n')).not.toContain(mail.to)
  expect(logged.join('\n')).not.toContain('Open this.')
})
