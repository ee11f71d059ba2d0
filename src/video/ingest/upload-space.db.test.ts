import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findAccountByUid } from '#identity/account-rows.server.ts'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { codesOf } from '#tests/support/worlds/test-identity.server.ts'
import { findVideoRow } from '../video-rows.server.ts'
import { createDiskSpace } from './disk-space.server.ts'
import { createGrowingUploads } from './growing-uploads.server.ts'
import { createUploadSpace } from './upload-space.server.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3
let home: TestDatabase
let database: Database
let now: Date
/** Free bytes of a disk of a hundred gibibytes. */
let freeBytes: number
const lines: LogEntry[] = []

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 8)
  now = new Date()
  lines.length = 0
  await sql`insert into users (id, email, role) values ('mika', 'mika@example.com', 'creator'),
    ('jo', 'jo@example.com', 'creator')`.execute(database.db)
})

afterEach(async () => {
  await database.close()
  await home.drop()
})

/** @param diskBytesFor what uploads take of the disk; by default all of their bytes */
function openSpace(diskBytesFor?: (sizeBytes: number) => number) {
  const disk = { ...createDiskStorage('/nowhere'), freeBytes: async () => freeBytes }
  const clock = { now: () => now }
  const uploadFiles = createGrowingUploads(disk)
  const diskSpace = createDiskSpace({ uploadFiles, clock, reserveBytes: 0 })
  return createUploadSpace({
    db: database.db,
    clock,
    identity: { find: (uid) => findAccountByUid(database.db, uid, new Date()) },
    diskSpace,
    uploadFiles: diskBytesFor ? { diskBytesFor } : uploadFiles,
    log: createMemoryLog(lines),
  })
}

async function declared(uid: string, sizeBytes: number, { creator = 'mika', isSizeKnown = true } = {}) {
  await sql`
    insert into videos (uid, creator_id, name, size_bytes, is_size_known, upload_key_hash, upload_expires_at)
    values (${uid}, ${creator}, 'clip', ${sizeBytes}, ${isSizeKnown}, sha256(${uid}::bytea), ${new Date(now.getTime() + 86_400_000)})
  `.execute(database.db)
  return (await findVideoRow(database.db, uid))!
}

/** A stream of `count` mebibytes, each of which takes `takes` bytes of the disk. */
function pieces(count: number, takes = MIB): Readable {
  return Readable.from(
    (function* () {
      for (let sent = 0; sent < count; sent++) {
        freeBytes -= takes
        yield Buffer.alloc(MIB)
      }
    })(),
  )
}

test('declared bytes are reserved until they arrive, or their upload stalls for ten minutes', async () => {
  const space = openSpace()
  freeBytes = 100 * MIB
  const first = await declared('first', 60 * MIB)
  const second = await declared('second', 60 * MIB, { creator: 'jo' })
  expect(await space.hasSpaceFor(60 * MIB)).toBe(true)
  await space.reserveFor(first, 0)
  await expect(space.reserveFor(second, 0)).rejects.toMatchObject({ code: 'video.storage_full' })
  expect(await space.hasSpaceFor(60 * MIB)).toBe(false)
  // A reservation does not count against its own upload.
  await space.reserveFor(first, 0)
  freeBytes = 70 * MIB
  await space.reserveFor(first, 30 * MIB)
  expect(await space.hasSpaceFor(40 * MIB)).toBe(true)
  expect(await space.hasSpaceFor(40 * MIB + 1)).toBe(false)
  now = new Date(now.getTime() + 10 * 60_000 - 1)
  await expect(space.reserveFor(second, 0)).rejects.toMatchObject({ code: 'video.storage_full' })
  now = new Date(now.getTime() + 1)
  await space.reserveFor(second, 0)
})

test('of many uploads started simultaneously, only as many as fit are accepted', async () => {
  const space = openSpace()
  freeBytes = 100 * MIB
  const rows = await Promise.all(Array.from({ length: 9 }, (_, n) => declared(`upload${n}`, 30 * MIB)))
  const codes = await codesOf(rows.map((row) => space.reserveFor(row, 0)))
  expect(codes.filter((code) => code === null)).toHaveLength(3)
  expect(codes.filter((code) => code === 'video.storage_full')).toHaveLength(6)
})

test('every refusal for lack of disk space has a line in the log, with the figures', async () => {
  const space = openSpace()
  freeBytes = 100 * MIB
  await space.reserveFor(await declared('first', 60 * MIB), 0)
  expect(await space.hasSpaceFor(40 * MIB)).toBe(true)
  expect(lines).toEqual([])
  expect(await space.hasSpaceFor(50 * MIB)).toBe(false)
  await expect(space.reserveFor(await declared('second', 70 * MIB), 0)).rejects.toThrow()
  const meter = await space.reserveFor(await declared('third', 20 * MIB), 0)
  freeBytes = -MIB
  await expect(buffer(pieces(20, 0).pipe(meter))).rejects.toThrow()
  expect(lines).toEqual(
    [
      { wantedBytes: 50 * MIB, reservedBytes: 60 * MIB, availableBytes: 100 * MIB },
      { wantedBytes: 70 * MIB, reservedBytes: 60 * MIB, availableBytes: 100 * MIB },
      { wantedBytes: 0, reservedBytes: 0, availableBytes: -MIB },
    ].map((details) => ({ level: 'warn', message: 'storage: the disk has no space for an upload', details })),
  )
})

test('bytes that go on to a bucket need little of the disk, and other files all that they have', async () => {
  const space = openSpace((sizeBytes) => Math.min(sizeBytes, 8 * MIB))
  freeBytes = 100 * MIB
  await space.reserveFor(await declared('first', 10 * GIB), 0)
  expect(await space.hasSpaceFor(10 * GIB)).toBe(true)
  expect([await space.hasDiskFor(92 * MIB), await space.hasDiskFor(92 * MIB + 1)]).toEqual([true, false])
  freeBytes = 7 * MIB
  expect(await space.hasSpaceFor(10 * GIB)).toBe(false)
})

test('a creator can reserve twenty gibibytes at most', async () => {
  const space = openSpace()
  freeBytes = 50 * GIB
  await space.reserveFor(await declared('one', 12 * GIB), 0)
  await expect(space.reserveFor(await declared('two', 12 * GIB), 0)).rejects.toMatchObject({
    code: 'video.too_much_under_way',
  })
  await space.reserveFor(await declared('three', 8 * GIB), 0)
  // A single file may be larger; the excess is reserved as it grows.
  await space.reserveFor(await declared('large', 40 * GIB, { creator: 'jo' }), 0)
  expect(await space.hasSpaceFor(10 * GIB)).toBe(true)
  expect(await space.hasSpaceFor(10 * GIB + 1)).toBe(false)
})

test('bytes of an upload of unknown size count as they arrive, and spare what others have reserved', async () => {
  const space = openSpace()
  freeBytes = 400 * MIB
  const meter = await space.reserveFor(await declared('form', 4 * GIB, { isSizeKnown: false }), 0)
  expect(await space.hasSpaceFor(336 * MIB)).toBe(true)
  expect(await space.hasSpaceFor(336 * MIB + 1)).toBe(false)
  await space.reserveFor(await declared('film', 200 * MIB, { creator: 'jo' }), 0)
  await expect(buffer(pieces(300).pipe(meter))).rejects.toMatchObject({ code: 'video.storage_full' })
  expect(freeBytes).toBeGreaterThanOrEqual(200 * MIB)
})

test('an upload that resumes after its reservation lapsed has to reserve again, if there is disk space', async () => {
  const space = openSpace()
  freeBytes = 100 * MIB
  const first = await space.reserveFor(await declared('first', 60 * MIB), 0)
  now = new Date(now.getTime() + 10 * 60_000)
  await space.reserveFor(await declared('second', 60 * MIB, { creator: 'jo' }), 0)
  await expect(buffer(pieces(1).pipe(first))).rejects.toMatchObject({ code: 'video.storage_full' })
})

test('an upload stops when the disk fills up', async () => {
  const space = openSpace()
  freeBytes = 64 * MIB
  const meter = await space.reserveFor(await declared('long', 64 * MIB), 0)
  await expect(buffer(pieces(64, 2 * MIB).pipe(meter))).rejects.toMatchObject({ code: 'video.storage_full' })
  expect(freeBytes).toBeGreaterThan(-40 * MIB)
})

test('an upload stops when its URL expires', async () => {
  const space = openSpace()
  freeBytes = GIB
  const meter = await space.reserveFor(await declared('slow', 64 * MIB), 0)
  now = new Date(now.getTime() + 86_400_000)
  await expect(buffer(pieces(1).pipe(meter))).rejects.toMatchObject({ code: 'video.upload_gone' })
})

test('an upload stops when its owner may no longer upload', async () => {
  const space = openSpace()
  freeBytes = GIB
  const meter = await space.reserveFor(await declared('film', 256 * MIB), 0)
  await sql`update users set role = 'viewer', is_creator = false where id = 'mika'`.execute(database.db)
  await expect(buffer(pieces(256).pipe(meter))).rejects.toMatchObject({ code: 'video.upload_not_found' })
})
