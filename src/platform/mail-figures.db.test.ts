import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { type Database, openDatabase } from './database.server.ts'
import type { Mail } from './mail.ts'
import { type CountedMailer, countMails, mailsOn } from './mail-figures.server.ts'
import type { Mailer } from './mailer.server.ts'

const mail: Mail = { to: 'mika@example.org', subject: 'Hello', text: 'Hello.\n' }
const days = ['2026-03-01', '2026-03-02', '2026-03-03']

let home: TestDatabase
let database: Database
let now: Date
let isAccepted: boolean
let sent: Mail[]
let logged: LogEntry[]
let mailer: CountedMailer

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  now = new Date('2026-03-02T23:59:59Z')
  isAccepted = true
  sent = []
  logged = []
  const inner: Mailer = {
    async send(each) {
      if (!isAccepted) throw new Error('The mail server is away.')
      sent.push(each)
    },
  }
  mailer = countMails(inner, { db: database.db, clock: { now: () => now }, log: createMemoryLog(logged) })
})

afterEach(async () => {
  await database.close()
  await home.drop()
})

test('mails are counted by their UTC day once they are sent', async () => {
  await Promise.all([mailer.send(mail), mailer.send(mail)])
  isAccepted = false
  await expect(mailer.send(mail)).rejects.toThrow('The mail server is away.')
  isAccepted = true
  now = new Date('2026-03-03T00:00:00Z')
  await mailer.send(mail)
  expect(await mailsOn(database.db, days)).toEqual([
    { day: '2026-03-01', sent: 0 },
    { day: '2026-03-02', sent: 2 },
    { day: '2026-03-03', sent: 1 },
  ])
  expect(mailer.attempts()).toEqual({ sent: 3, failed: 1 })
})

test('a mail that cannot be counted is sent once, and its job is not told to send it again', async () => {
  await sql`drop table mail_days`.execute(database.db)
  await mailer.send(mail)
  expect(sent).toEqual([mail])
  expect(logged).toMatchObject([{ level: 'warn', message: 'mail: a sent mail was not counted' }])
})
