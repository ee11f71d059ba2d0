import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { createTestIdentity, type TestIdentity } from '#tests/support/worlds/test-identity.server.ts'
import { createExports, type Exports } from './exports.server.ts'

let at: TestIdentity
let exports: Exports
let queued: string[]
let dir: string
let storage: DiskStorage

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-exports-'))
  storage = createDiskStorage(join(dir, 'files'))
  at = createTestIdentity(await createTestDatabase())
  queued = []
  exports = createExports({
    db: at.database.db,
    clock: { now: () => at.time.now },
    storage,
    queueExport: async (_trx, uid) => void queued.push(uid),
  })
})

afterEach(async () => {
  await at.close()
  await rm(dir, { recursive: true, force: true })
})

const files = [{ uid: 'film', name: 'files/film.mp4', sizeBytes: 5 }]

/** Stores an export as the job does. */
async function store(uid: string): Promise<void> {
  const path = join(dir, 'written')
  await writeFile(path, 'the beginning')
  await exports.store(uid, path, files)
}

function pass(milliseconds: number): void {
  at.time.now = new Date(at.time.now.getTime() + milliseconds)
}

it('an export is stored for a day, to the millisecond', async () => {
  at.time.now = new Date()
  const account = await at.signUp()
  const { requestedAt } = await exports.request(account)
  expect(await exports.find(account)).toBeNull()
  await store(account.uid)
  pass(24 * 3_600_000)
  await exports.cleanUp()
  expect(await exports.progressOf(account)).toMatchObject({ requestedAt })
  const stored = await exports.find(account)
  expect(stored).toMatchObject({ files })
  expect(await storage.stat(stored!.key)).toMatchObject({ sizeBytes: 13 })
  pass(1)
  await exports.cleanUp()
  expect(await exports.progressOf(account)).toBeNull()
  await expect(exports.find(account)).rejects.toMatchObject({ code: 'identity.export_missing' })
  expect(await storage.stat(stored!.key)).toBeNull()
})

it('an object that no export names is removed after an hour', async () => {
  at.time.now = new Date()
  const left = join(dir, 'left')
  await writeFile(left, 'of a process that died')
  await storage.putFile('exports/left', left)
  await exports.cleanUp()
  expect(await storage.children('exports')).toEqual(['left'])
  pass(3_700_000)
  await exports.cleanUp()
  expect(await storage.children('exports')).toEqual([])
})

it('nothing stays of an export whose account is gone, or that an earlier version made', async () => {
  await store('nobody')
  expect(await storage.children('exports')).toEqual([])
  const account = await at.signUp()
  await exports.request(account)
  await sql`update exports set document = '{}', ready_at = now()`.execute(at.database.db)
  expect(await exports.progressOf(account)).toBeNull()
  await expect(exports.find(account)).rejects.toMatchObject({ code: 'identity.export_missing' })
})

it('an export being written is not restarted until its job is stale', async () => {
  const account = await at.signUp()
  const first = await exports.request(account)
  pass(15 * 60_000)
  expect(await exports.request(account)).toEqual(first)
  expect(queued).toEqual([account.uid])
  pass(1)
  expect(await exports.request(account)).toEqual({ requestedAt: at.time.now, readyAt: null })
  expect(queued).toEqual([account.uid, account.uid])
})
