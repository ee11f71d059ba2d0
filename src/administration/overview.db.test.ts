import { hostname } from 'node:os'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { lastDays } from '#platform/utc-days.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { OVERVIEW_DAYS } from './overview.ts'

const now = new Date('2026-03-05T15:40:00Z')
const today = '2026-03-05'
const yesterday = '2026-03-04'

let site: TestHoshi
let creator: Account

beforeAll(async () => {
  // Nothing takes the jobs that a test stores.
  site = await createTestHoshi({ clock: { now: () => now } })
  const account = { email: 'mika@example.org', password: 'correct horse battery', role: 'creator' as const }
  creator = await site.hoshi.rooms.administration.accounts.create(account)
})
afterAll(() => site?.close())
beforeEach(() => query('delete from pgboss.job'))

function query<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return queryDatabase<Row>(site.connectionString, statement, values)
}

const read = (role: 'admin' | 'moderator' = 'admin') =>
  site.hoshi.rooms.administration.overview({ role, suspension: null })

async function addVideo(receivedAt: string, bytes: number, state = 'ready', percent = 100): Promise<string> {
  const uid = newId()
  await query(
    `insert into videos (uid, creator_id, name, size_bytes, state, percent_complete, upload_key_hash, upload_expires_at,
       received_at) values ($1, $2, 'clip.mp4', $3, $4, $5, $6, now(), $7)`,
    [uid, creator.uid, bytes, state, percent, Buffer.from(uid), receivedAt],
  )
  return uid
}

/** @param due when it is, in SQL */
const addJob = (kind: string, state: string, data: object = {}, due = 'now()') =>
  query(
    `insert into pgboss.job (name, state, data, started_on, completed_on, start_after)
     values ($1, $2::pgboss.job_state, $3, case $2 when 'active' then now() end, case $2 when 'failed' then now() end,
       ${due})`,
    [kind, state, data],
  )

test('figures are of the last 30 days, and today is the last of them', async () => {
  await addVideo(`${today}T00:00:00Z`, 2000)
  await addVideo(`${today}T10:00:00Z`, 100, 'error')
  await addVideo(`${yesterday}T10:00:00Z`, 7)
  await addVideo('2026-02-03T23:59:59Z', 9999)
  await query(`insert into mail_days values ($1, 212), ($2, 3)`, [today, yesterday])
  await query(`insert into users (id, email, created_at) values ($1, $2, $3)`, [
    ...[newId(), 'rin@example.org', `${yesterday}T23:00:00Z`],
  ])
  const found = await read()
  const days = lastDays(now, OVERVIEW_DAYS)
  for (const figures of [found.uploads, found.views, found.signUps, found.mail.days])
    expect(figures.map(({ day }) => day)).toEqual(days)
  expect(found.uploads.slice(-2)).toEqual([
    { day: yesterday, count: 1, bytes: 7, failed: 0 },
    { day: today, count: 2, bytes: 2100, failed: 1 },
  ])
  expect(found.uploads.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  expect(found.mail.days.slice(-2)).toEqual([
    { day: yesterday, sent: 3 },
    { day: today, sent: 212 },
  ])
  expect(found.signUps.slice(-2)).toEqual([
    { day: yesterday, count: 1 },
    { day: today, count: 1 },
  ])
  expect(found.views.at(-1)).toEqual({ day: today, views: 0, previews: 0 })
})

test('jobs are counted, and the running and the failed ones are listed with what they are about', async () => {
  const uid = await addVideo(`${today}T11:00:00Z`, 1, 'inprogress', 62)
  await addJob('video.ladder', 'active', { uid })
  await addJob('server.sweep', 'active')
  await addJob('video.poster', 'created', { uid })
  await addJob('video.hash', 'created', { uid }, `now() + interval '1 hour'`)
  await addJob('mail.write', 'retry', { kind: 'identity.reset', of: 'mika' }, `now() + interval '1 hour'`)
  await addJob('server.export', 'failed', { uid: creator.uid })
  await addJob('server.sweep', 'completed')
  const { machine, mail } = await read()
  expect(machine!.jobs).toMatchObject({ running: 2, waiting: 1, failed: 1 })
  expect(machine!.jobs.current).toEqual(
    expect.arrayContaining([
      { kind: 'video.ladder', about: { kind: 'video', id: uid }, startedAt: expect.any(Date), percent: 62 },
      { kind: 'server.sweep', about: null, startedAt: expect.any(Date), percent: null },
    ]),
  )
  expect(machine!.failures).toMatchObject([{ kind: 'server.export', about: { kind: 'account', id: creator.uid } }])
  expect(mail.waiting).toBe(1)
})

test('reports are counted while they are open', async () => {
  expect((await read()).reports).toEqual({ open: 0, oldestAt: null })
  await query(
    `insert into moderation_items (id, subject_kind, subject_id, kinds, state, rank, opened_at)
     values ('item', 'creator', $1, '{report}', 'open', 2, $2)`,
    [creator.uid, now],
  )
  const report = `insert into reports (id, item_id, reason, details, created_at, outcome, closed_at)
    values ($1, 'item', 'spam', '', $2, $3, $4)`
  await query(report, [newId(), `${yesterday}T12:00:00Z`, 'leave', now])
  await query(report, [newId(), `${today}T12:40:00Z`, null, null])
  await query(report, [newId(), `${today}T14:00:00Z`, null, null])
  expect((await read()).reports).toEqual({ open: 2, oldestAt: new Date(`${today}T12:40:00Z`) })
})

test('the disk, this process and the versions are what they are', async () => {
  const { machine, nodes, versions } = await read()
  const { totalBytes, freeBytes, videos } = machine!.storage
  expect([totalBytes > 0, freeBytes > 0, freeBytes < totalBytes]).toEqual([true, true, true])
  expect(videos).toEqual({ originals: expect.any(Number), renditions: 0 })
  expect(nodes).toMatchObject([{ name: hostname(), role: 'web', version: versions.hoshi, isSilent: false }])
  const [newest] = await query<{ name: string }>('select max(name) as name from migrations')
  expect(versions).toEqual({
    hoshi: expect.stringMatching(/^\d+\.\d+\.\d+/),
    node: process.versions.node,
    database: expect.stringMatching(/^\d+/),
    schema: Number.parseInt(newest!.name, 10),
    ffmpeg: expect.stringMatching(/^\S+$/),
  })
})

test('a moderator reads neither of the disk nor of jobs', async () => {
  await addJob('server.export', 'failed', { uid: creator.uid })
  const { machine, ...others } = await read('moderator')
  expect(machine).toBeNull()
  expect(Object.keys(others).sort()).toEqual([
    ...['mail', 'nodes', 'reports', 'signUps', 'uploads', 'versions', 'views'],
  ])
})
