import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { shiftMs } from '#tests/support/run/shifted-clock.ts'
import { createOrphans } from './orphans.server.ts'

const HOUR_MS = 3600_000
let dir: string
let home: TestDatabase
let database: Database
let storage: DiskStorage
let hoursLater: number
let logged: { level: string; facts: unknown }[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-orphans-'))
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 2)
  storage = createDiskStorage(dir)
  hoursLater = 0
  logged = []
  await sql`insert into users (id, email, role) values ('maker', 'maker@example.com', 'creator')`.execute(database.db)
})

afterEach(async () => {
  await database.close()
  await home.drop()
  await rm(dir, { recursive: true, force: true })
})

function openOrphans(mostPerRun?: number, used: ObjectStorage = storage) {
  const log: Log = createLog('silent')
  const record = (level: string) => (facts: unknown) => void logged.push({ level, facts })
  return createOrphans({
    db: database.db,
    storage: used,
    // The file system's clock, which is not shifted.
    clock: { now: () => new Date(Date.now() - shiftMs + hoursLater * HOUR_MS) },
    log: Object.assign(log, { warn: record('warn'), error: record('error') }),
    ...(mostPerRun ? { mostPerRun } : {}),
  })
}

async function store(uid: string): Promise<void> {
  await mkdir(join(dir, 'originals'), { recursive: true })
  await writeFile(join(dir, 'originals', uid), 'source')
  await mkdir(join(dir, 'media', uid), { recursive: true })
  await writeFile(join(dir, 'media', uid, 'poster.webp'), 'picture')
}

/** Videos with rows and files: enough that the strays of one more are a small share. */
async function storeKnown(count = 3): Promise<string[]> {
  const uids = Array.from({ length: count }, (_, n) => `known${n}`)
  for (const uid of uids) {
    await store(uid)
    await insertRow(uid)
  }
  return uids.flatMap((uid) => [uid, uid]).sort()
}

async function insertRow(uid: string): Promise<void> {
  await sql`
    insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at)
    values (${uid}, 'maker', 'clip', 6, 'ready', sha256(${uid}::bytea), now())`.execute(database.db)
}

const storedNames = async () =>
  [...(await readdir(join(dir, 'originals'))), ...(await readdir(join(dir, 'media')))].sort()

test('bytes without a row stay for a day, then a week in the trash, and are then removed', async () => {
  const orphans = openOrphans()
  const known = await storeKnown()
  await store('nobodys')
  await orphans.cleanUp()
  hoursLater = 23
  await orphans.cleanUp()
  expect(await storedNames()).toEqual([...known, 'nobodys', 'nobodys'])

  hoursLater = 25
  await orphans.cleanUp()
  expect(await storedNames()).toEqual(known)
  expect(logged.map(({ level }) => level)).toEqual(['warn', 'warn'])
  const { key, path } = logged[0]!.facts as { key: string; path: string }
  expect(key).toBe('originals/nobodys')
  expect(path.startsWith(join(dir, 'trash'))).toBe(true)
  expect(existsSync(path)).toBe(true)

  hoursLater = 25 + 6 * 24
  await orphans.cleanUp()
  expect(existsSync(path)).toBe(true)
  hoursLater = 25 + 9 * 24
  await orphans.cleanUp()
  expect(await readdir(join(dir, 'trash'))).toEqual([])
  expect(await storedNames()).toEqual(known)
})

test('files of a lost database stay, although a few at a time become a day old', async () => {
  const known = await storeKnown(26)
  const lost = Array.from({ length: 8 }, (_, n) => `lost${n}`)
  for (const uid of lost) await store(uid)
  // One more hour between each two of them.
  const changedAt = async (key: string) => {
    const changed = await storage.changedAt(key)
    const hours = lost.indexOf(key.replace(/.*\//, ''))
    return changed && new Date(changed.getTime() + Math.max(hours, 0) * HOUR_MS)
  }
  const orphans = openOrphans(undefined, { ...storage, changedAt })
  for (hoursLater = 0; hoursLater <= 48; hoursLater++) await orphans.cleanUp()
  expect(await storedNames()).toEqual([...known, ...lost.flatMap((uid) => [uid, uid])].sort())
  expect(logged).toEqual([{ level: 'error', facts: { files: 16, of: 68 } }])
})

test('bytes of deleted videos are left to their deletion, however many they are', async () => {
  const known = await storeKnown(12)
  await sql`delete from videos where uid <> 'known0'`.execute(database.db)
  hoursLater = 48
  await openOrphans().cleanUp()
  expect([await storedNames(), logged]).toEqual([known, []])
})

test('a stray whose deletion is recorded or completed during the run does not end it', async () => {
  const known = await storeKnown(6)
  const strays = ['erased', 'next', 'recorded']
  await mkdir(join(dir, 'originals'), { recursive: true })
  for (const uid of strays) await writeFile(join(dir, 'originals', uid), 'source')
  const tried: string[] = []
  const discard = async (key: string, day: Date) => {
    tried.push(key)
    // Both at the last moment: before the move of this one, and before the next one is looked at.
    await rm(join(dir, 'originals/erased'), { force: true })
    await sql`insert into erasures (uid) values ('recorded') on conflict do nothing`.execute(database.db)
    return await storage.discard(key, day)
  }
  // In this order on every file system.
  const children = async (folder: string) => (await storage.children(folder)).sort()
  hoursLater = 25
  await openOrphans(undefined, { ...storage, discard, children }).cleanUp()
  expect(tried).toEqual(['originals/erased', 'originals/next'])
  expect(logged.map(({ facts }) => (facts as { key: string }).key)).toEqual(['originals/next'])
  expect(await storedNames()).toEqual([...known, 'recorded'].sort())
})

test('nothing is removed when most rows are missing, and one error is logged', async () => {
  const orphans = openOrphans()
  for (let n = 0; n < 20; n++) await store(`video${n}`)
  await insertRow('video0')
  const before = await storedNames()
  hoursLater = 48
  await orphans.cleanUp()
  await orphans.cleanUp()
  expect(await storedNames()).toEqual(before)
  expect(logged).toEqual([{ level: 'error', facts: { files: 38, of: 40 } }])
})

test('a small site without its rows loses nothing either', async () => {
  const orphans = openOrphans()
  await store('one')
  await store('two')
  await store('three')
  await insertRow('three')
  hoursLater = 48
  await orphans.cleanUp()
  expect(await storedNames()).toEqual(['one', 'one', 'three', 'three', 'two', 'two'])
  expect(logged).toEqual([{ level: 'error', facts: { files: 4, of: 6 } }])
})

test('a discarded file replaces an earlier one of the same name in the trash', async () => {
  const orphans = openOrphans()
  hoursLater = 25
  const known = await storeKnown()
  for (const _time of [1, 2]) {
    await store('twice')
    await orphans.cleanUp()
  }
  expect(await storedNames()).toEqual(known)
})

test('many files are checked in several runs, decided on together, and checked again before removal', async () => {
  const orphans = openOrphans(4)
  hoursLater = 25
  const known = await storeKnown(6)
  await store('nobodys')
  await store('late')
  const before = await storedNames()
  for (let run = 1; run < Math.ceil(before.length / 4); run++) await orphans.cleanUp()
  expect(await storedNames()).toEqual(before)
  await insertRow('late')
  await orphans.cleanUp()
  expect(await storedNames()).toEqual([...known, 'late', 'late'].sort())
})
