import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import { shiftMs } from '#tests/support/shifted-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { createOrphans } from './orphans.server.ts'

const HOUR_MS = 3600_000
let dir: string
let home: TestDatabase
let database: Database
let storage: DiskStorage
let hoursLater: number
let told: { level: string; facts: unknown }[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-orphans-'))
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 2)
  storage = createDiskStorage(dir)
  hoursLater = 0
  told = []
  await sql`insert into users (id, email, role) values ('maker', 'maker@example.com', 'creator')`.execute(database.db)
})

afterEach(async () => {
  await database.close()
  await home.drop()
  await rm(dir, { recursive: true, force: true })
})

function openOrphans(mostPerRun?: number) {
  const log: Log = createLog('silent')
  const tell = (level: string) => (facts: unknown) => void told.push({ level, facts })
  return createOrphans({
    db: database.db,
    storage,
    // The file system's clock, which is not shifted.
    clock: { now: () => new Date(Date.now() - shiftMs + hoursLater * HOUR_MS) },
    log: Object.assign(log, { warn: tell('warn'), error: tell('error') }),
    ...(mostPerRun ? { mostPerRun } : {}),
  })
}

async function store(uid: string): Promise<void> {
  await mkdir(join(dir, 'originals'), { recursive: true })
  await writeFile(join(dir, 'originals', uid), 'source')
  await mkdir(join(dir, 'media', uid), { recursive: true })
  await writeFile(join(dir, 'media', uid, 'poster.webp'), 'picture')
}

async function know(uid: string): Promise<void> {
  await sql`
    insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at)
    values (${uid}, 'maker', 'clip', 6, 'ready', sha256(${uid}::bytea), now())`.execute(database.db)
}

const there = async () => [...(await readdir(join(dir, 'originals'))), ...(await readdir(join(dir, 'media')))].sort()

test('bytes without a row stay for a day, lie in the trash for a week, and are gone', async () => {
  const orphans = openOrphans()
  await store('known')
  await know('known')
  await store('nobodys')
  await orphans.sweep()
  hoursLater = 23
  await orphans.sweep()
  expect(await there()).toEqual(['known', 'known', 'nobodys', 'nobodys'])

  hoursLater = 25
  await orphans.sweep()
  expect(await there()).toEqual(['known', 'known'])
  expect(told.map(({ level }) => level)).toEqual(['warn', 'warn'])
  const { key, path } = told[0]!.facts as { key: string; path: string }
  expect(key).toBe('originals/nobodys')
  expect(path.startsWith(join(dir, 'trash'))).toBe(true)
  expect(existsSync(path)).toBe(true)

  hoursLater = 25 + 6 * 24
  await orphans.sweep()
  expect(existsSync(path)).toBe(true)
  hoursLater = 25 + 9 * 24
  await orphans.sweep()
  expect(await readdir(join(dir, 'trash'))).toEqual([])
  expect(await there()).toEqual(['known', 'known'])
})

test('where most rows are missing nothing goes, and the operator is told once', async () => {
  const orphans = openOrphans()
  for (let n = 0; n < 20; n++) await store(`video${n}`)
  await know('video0')
  const before = await there()
  hoursLater = 48
  await orphans.sweep()
  await orphans.sweep()
  expect(await there()).toEqual(before)
  expect(told).toEqual([{ level: 'error', facts: { files: 38, of: 40 } }])
})

test('a small site without its rows loses nothing either', async () => {
  const orphans = openOrphans()
  await store('one')
  await store('two')
  await store('three')
  await know('three')
  hoursLater = 48
  await orphans.sweep()
  expect(await there()).toEqual(['one', 'one', 'three', 'three', 'two', 'two'])
  expect(told).toEqual([{ level: 'error', facts: { files: 4, of: 6 } }])
})

test('what was discarded before under the same name makes way', async () => {
  const orphans = openOrphans()
  hoursLater = 25
  await store('known')
  await know('known')
  for (const _time of [1, 2]) {
    await store('twice')
    await orphans.sweep()
  }
  expect(await there()).toEqual(['known', 'known'])
})

test('many are looked at in several runs, judged together, and looked at once more before they go', async () => {
  const orphans = openOrphans(4)
  hoursLater = 25
  for (const uid of ['a', 'b', 'c']) {
    await store(uid)
    await know(uid)
  }
  await store('nobodys')
  await store('late')
  const before = await there()
  for (let run = 1; run < Math.ceil(before.length / 4); run++) await orphans.sweep()
  expect(await there()).toEqual(before)
  await know('late')
  await orphans.sweep()
  expect(await there()).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'late', 'late'])
})
