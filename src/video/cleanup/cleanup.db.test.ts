import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { noopJobs as jobs } from '#tests/support/data/noop-jobs.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createGrowingUploads } from '../ingest/growing-uploads.server.ts'
import { createCleanup } from './cleanup.server.ts'

const events = {
  publish: async () => {},
  subscribe: () => () => {},
  isListening: () => true,
  ready: async () => {},
  close: async () => {},
}
const lock = { acquiredAt: 0, lost: new AbortController().signal, release: async () => {} }
/** Names of the locks that another process holds. */
let lockedBy: Set<string>
let beforeLock: () => Promise<void>
const locks = {
  async tryAcquire(name: string) {
    await beforeLock()
    return lockedBy.has(name) ? null : lock
  },
  close: async () => {},
}

let dir: string
let home: TestDatabase
let database: Database
let storage: DiskStorage
let ended: string[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-cleanup-'))
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 4)
  storage = createDiskStorage(dir)
  ended = []
  lockedBy = new Set()
  beforeLock = async () => {}
  await sql`insert into users (id, email, role) values ('maker', 'maker@example.com', 'creator')`.execute(database.db)
})
afterEach(async () => {
  await database.close()
  await home.drop()
  await rm(dir, { recursive: true, force: true })
})

function openCleanup(mostPerRun: number, used: ObjectStorage = storage) {
  return createCleanup({
    db: database.db,
    clock: { now: () => new Date() },
    jobs,
    events,
    storage: used,
    uploadFiles: createGrowingUploads(storage),
    locks,
    log: createLog('silent'),
    mostPerRun,
    host: {
      async endUpload(uid) {
        ended.push(uid)
        await sql`delete from videos where uid = ${uid}`.execute(database.db)
      },
    },
  })
}

/** An upload of four bytes that expires so many hours from now. */
async function upload(uid: string, bytes: string, hours: number): Promise<void> {
  await sql`
    insert into videos (uid, creator_id, name, size_bytes, upload_key_hash, upload_expires_at)
    values (${uid}, 'maker', 'clip', 4, sha256(${uid}::bytea), now() + ${`${hours} hours`}::interval)
  `.execute(database.db)
  await storage.createEmpty(`originals/${uid}`)
  await writeFile(storage.pathOf(`originals/${uid}`), bytes)
}

async function finished(): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select uid from videos where state = 'queued' order by uid`.execute(database.db)
  return rows.map(({ uid }) => uid)
}

test('one run checks a bounded number of unfinished uploads, and the next one continues after them', async () => {
  const cleanup = openCleanup(2)
  for (const uid of ['a', 'b', 'd']) await upload(uid, '', 1)
  for (const uid of ['c', 'e']) await upload(uid, 'four', 1)
  await cleanup.cleanUpAll()
  expect(await finished()).toEqual([])
  await cleanup.cleanUpAll()
  expect(await finished()).toEqual(['c'])
  await cleanup.cleanUpAll()
  expect(await finished()).toEqual(['c', 'e'])
  // Starts over.
  await writeFile(storage.pathOf('originals/a'), 'four')
  await cleanup.cleanUpAll()
  expect(await finished()).toEqual(['a', 'c', 'e'])
})

test('one run ends a bounded number of expired uploads, and finishes the complete ones', async () => {
  const cleanup = openCleanup(2)
  for (const [uid, hours] of Object.entries({ a: -1, b: -2, d: -4 })) await upload(uid, 'fo', hours)
  await upload('c', 'four', -3)
  await cleanup.cleanUpAll()
  expect(ended).toEqual(['d'])
  expect(await finished()).toEqual(['c'])
  await cleanup.cleanUpAll()
  expect(ended).toEqual(['d', 'b', 'a'])
  expect(await finished()).toEqual(['c'])
})

test('what an attempt stores during a cleanup is left to the cleanup of that attempt', async () => {
  await upload('a', 'four', 1)
  await storage.putText('media/a/before', 'bytes')
  const children = async (folder: string) => {
    const names = await storage.children(folder)
    await storage.putText('media/a/meanwhile', 'bytes')
    return names
  }
  await openCleanup(2, { ...storage, children }).cleanUpMedia('a')
  expect(await storage.children('media/a')).toEqual(['meanwhile'])
  await openCleanup(2).cleanUpMedia('a')
  expect(await storage.children('media/a')).toEqual([])
})

test('an erased video stays recorded until all of its bytes are removed', async () => {
  await upload('a', 'four', 1)
  await storage.putText('media/a/poster', 'bytes')
  await sql`delete from videos where uid = 'a'`.execute(database.db)
  const recorded = async () => (await sql`select uid from erasures`.execute(database.db)).rows
  const removeFolder = async () => {
    throw new Error('The storage does not answer.')
  }
  await expect(openCleanup(2, { ...storage, removeFolder }).erase('a')).rejects.toThrow('does not answer')
  expect(await recorded()).toEqual([{ uid: 'a' }])
  await openCleanup(2).erase('a')
  expect([await recorded(), await storage.children('media')]).toEqual([[], []])
})

test('a form of unknown size that broke off ten minutes ago ends, unless it is being sent again', async () => {
  const minutesAgo = { broken: 10, moving: 9, sentAgain: 10, known: 10 }
  for (const [uid, minutes] of Object.entries(minutesAgo)) {
    await upload(uid, 'ab', 24)
    await sql`
      update videos set is_size_known = ${uid === 'known'}, moved_at = now() - ${`${minutes} minutes`}::interval
      where uid = ${uid}`.execute(database.db)
  }
  await upload('notBegun', '', 24)
  await sql`update videos set is_size_known = false where uid = 'notBegun'`.execute(database.db)
  lockedBy = new Set(['upload sentAgain'])
  await openCleanup(500).cleanUpAll()
  expect(ended).toEqual(['broken'])
})

test('a form that was sent again before cleanup has its lock does not end', async () => {
  await upload('late', 'ab', 24)
  await sql`update videos set is_size_known = false, moved_at = now() - interval '1 hour'`.execute(database.db)
  beforeLock = async () => void (await sql`update videos set moved_at = now()`.execute(database.db))
  await openCleanup(500).cleanUpAll()
  expect(ended).toEqual([])
})
