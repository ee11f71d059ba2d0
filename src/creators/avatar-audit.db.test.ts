import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { createJobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createAvatarAudit } from './avatar-audit.server.ts'

const TWO_DAYS_MS = 2 * 24 * 3_600_000
let dir: string
let home: TestDatabase
let database: Database

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-avatars-'))
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 2)
  // Creates the table of jobs.
  const jobs = createJobs(home.connectionString, createLog('silent'))
  await jobs.start({ work: false })
  await jobs.stop()
})
afterAll(async () => {
  await database.close()
  await home.drop()
  await rm(dir, { recursive: true, force: true })
})

test('a profile whose picture is missing shows the first letter, and files without a profile move to the trash', async () => {
  const { db } = database
  const storage = createDiskStorage(dir)
  for (const uid of ['aya', 'rin']) {
    await sql`insert into users (id, email, role) values (${uid}, ${`${uid}@example.com`}, 'creator')`.execute(db)
    await sql`insert into creators (uid, avatar_url) values (${uid}, ${`/avatars/${uid}/now.webp`})`.execute(db)
  }
  for (const name of ['aya/now', 'aya/before', 'gone/last']) await storage.putText(`avatars/${name}.webp`, 'picture')
  const at = (now: Date) => createAvatarAudit({ db, storage, clock: { now: () => now } })
  const today = new Date()
  const later = new Date(today.getTime() + TWO_DAYS_MS)

  const found = (await at(today)({ repairs: false, isForced: false })).findings
  const keys = ['missing avatars/rin/now.webp', 'stray avatars/aya/before.webp', 'stray avatars/gone/last.webp']
  expect(found.map(({ kind, key }) => `${kind} ${key}`).sort()).toEqual(keys)
  expect(found.map(({ done }) => done)).toEqual([null, null, null])

  const young = await at(today)({ repairs: true, isForced: true })
  expect(young.findings.filter(({ done }) => done !== null).map(({ kind }) => kind)).toEqual(['missing'])
  const careful = await at(later)({ repairs: true, isForced: false })
  expect([careful.findings.filter(({ done }) => done !== null), careful.refusals.length]).toEqual([[], 1])
  const old = await at(later)({ repairs: true, isForced: true })
  expect(old.findings.map(({ done }) => done)).toEqual(Array(2).fill('in the trash for a week'))

  expect((await at(later)({ repairs: false, isForced: false })).findings).toEqual([])
  const { rows } = await sql<{ avatar_url: string }>`select avatar_url from creators order by uid`.execute(db)
  expect(rows.map(({ avatar_url }) => avatar_url)).toEqual(['/avatars/aya/now.webp', ''])
})

test('strays of any age count, of which a few at a time become a day old', async () => {
  const { db } = database
  const storage = createDiskStorage(join(dir, 'staggered'))
  for (let n = 0; n < 9; n++) await storage.putText(`avatars/gone${n}/last.webp`, 'picture')
  await storage.putText('avatars/aya/now.webp', 'picture')
  const old = new Date(Date.now() - TWO_DAYS_MS)
  const changedAt = async (key: string) => (key.includes('gone0') ? old : await storage.changedAt(key))
  const audit = createAvatarAudit({ db, storage: { ...storage, changedAt }, clock: { now: () => new Date() } })
  const { findings, refusals } = await audit({ repairs: true, isForced: false })
  const strays = findings.filter(({ kind }) => kind === 'stray')
  expect([strays.length, strays.filter(({ done }) => done !== null), refusals.length]).toEqual([9, [], 1])
})
