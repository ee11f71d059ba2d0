import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { newId } from '#platform/ids.server.ts'
import { createS3Storage, type S3Storage } from '#platform/s3-storage.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { openS3Double, type S3Double } from '#tests/support/storage/s3-double.ts'
import { createScratchFolders } from '../scratch.server.ts'
import { createUploadFiles } from './choose-upload-files.server.ts'
import type { UploadFiles } from './upload-files.ts'

/** Small parts, which the double takes as well. */
const PART = 64 * 1024
const UID = newId()
/** A margin for the fractions of seconds that the store rounds away. */
const AT_ONCE = -5000
const original = `originals/${UID}`
let dir: string
let home: TestDatabase
let database: Database
let double: S3Double
let storage: S3Storage
let nodes: UploadFiles[]

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 8)
})
afterAll(async () => {
  await database?.close()
  await home?.drop()
})
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-parted-uploads-'))
  double = await openS3Double()
  const bucket = createS3Storage(double.settings)
  storage = { ...bucket, parts: { ...bucket.parts, partBytes: PART } }
  nodes = ['one', 'two'].map((name) => openNode(name))
  await sql`insert into videos (uid, name, size_bytes, upload_key_hash, upload_expires_at)
    values (${UID}, 'clip', 1, ${Buffer.from(UID)}, now() + interval '1 day')`.execute(database.db)
})
afterEach(async () => {
  storage.close()
  await double.close()
  for (const table of ['videos', 'erasures', 'parted_uploads'])
    await sql`delete from ${sql.table(table)}`.execute(database.db)
  await rm(dir, { recursive: true, force: true })
})

/** A node with a disk of its own. */
function openNode(name: string, used: ObjectStorage = storage): UploadFiles {
  const uploadDisk = createDiskStorage(join(dir, name, 'files'))
  const scratch = createScratchFolders(join(dir, name, 'scratch'), used)
  return createUploadFiles({ db: database.db, uploadDisk, storage: used, scratch })
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const stored = async () => await buffer(await storage.read(original))
const count = async (table: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(database.db)
  return rows[0]!.count
}
const leftovers = async () => ({
  uploads: double.uploads(),
  tails: double.keys().filter((key) => key.startsWith('tails/')),
  rows: [await count('parted_uploads'), await count('upload_parts'), await count('upload_tails')],
})
const nothing = { uploads: [], tails: [], rows: [0, 0, 0] }

function append(node: UploadFiles, bytes: Buffer, from: number, to: number, sizeBytes: number | null = bytes.length) {
  // In pieces as the network brings them.
  const pieces: Buffer[] = []
  for (let at = from; at < to; at += 10_000) pieces.push(bytes.subarray(at, Math.min(at + 10_000, to)))
  return node.append(UID, Readable.from(pieces), { offset: from, sizeBytes })
}

/** A stream that breaks off after these bytes, once a part of them has been sent. */
function broken(bytes: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield bytes
      await expect.poll(() => double.requests.some((request) => request.includes('partNumber'))).toBe(true)
      throw new Error('The connection broke.')
    })(),
  )
}

test('pieces that arrive at two nodes in turn become the original, byte by byte', async () => {
  const bytes = randomBytes(5 * PART + 1234)
  const ends = [1, 1000, PART, PART + 1, 3 * PART - 1, 3 * PART + 7, 4 * PART, bytes.length]
  let at = 0
  for (const [index, end] of ends.entries()) {
    expect(await append(nodes[index % 2]!, bytes, at, end)).toBe(end)
    expect(await nodes[(index + 1) % 2]!.receivedBytes(UID)).toBe(end)
    at = end
  }
  expect(await count('upload_parts')).toBe(6)
  await nodes[1]!.complete(UID)
  expect(hash(await stored())).toBe(hash(bytes))
  expect(await leftovers()).toEqual(nothing)
  // A node that died before the row of the video said so asks again.
  expect(await nodes[0]!.receivedBytes(UID)).toBe(bytes.length)
  await nodes[0]!.complete(UID)
  const onDisk = await readdir(dir, { recursive: true })
  expect(onDisk.filter((name) => name.endsWith('/part'))).toEqual([])
})

test('every row of a part has its size and its hash', async () => {
  const bytes = randomBytes(PART + 100)
  await append(nodes[0]!, bytes, 0, bytes.length)
  const { rows } = await sql<{ number: number; size: number; hash: string }>`
    select number, size_bytes as size, encode(sha256, 'hex') as hash from upload_parts order by number`.execute(
    database.db,
  )
  expect(rows).toEqual([
    { number: 1, size: PART, hash: hash(bytes.subarray(0, PART)) },
    { number: 2, size: 100, hash: hash(bytes.subarray(PART)) },
  ])
})

test('an upload whose size only its end tells becomes the original as well', async () => {
  const bytes = randomBytes(2 * PART + 5)
  expect(await append(nodes[0]!, bytes, 0, bytes.length, null)).toBe(bytes.length)
  await nodes[1]!.complete(UID)
  expect(hash(await stored())).toBe(hash(bytes))
  expect(await leftovers()).toEqual(nothing)
})

test('tiny pieces make few objects, and none is sent again at each piece', async () => {
  const bytes = randomBytes(PART + 40)
  for (let at = 0; at < 40; at += 1) {
    await append(nodes[at % 2]!, bytes, at, at + 1)
    expect((await leftovers()).tails.length).toBeLessThanOrEqual(16)
  }
  await append(nodes[0]!, bytes, 40, bytes.length)
  await nodes[0]!.complete(UID)
  expect(hash(await stored())).toBe(hash(bytes))
  const gets = double.requests.filter((request) => request.startsWith('GET tails/'))
  expect(gets.length).toBeLessThan(60)
})

describe('what has arrived', () => {
  test('stays when the connection breaks, and is where the next node continues', async () => {
    const bytes = randomBytes(2 * PART)
    const from = { offset: 0, sizeBytes: bytes.length }
    await expect(nodes[0]!.append(UID, broken(bytes.subarray(0, PART + 300)), from)).rejects.toThrow('broke')
    expect(await nodes[1]!.receivedBytes(UID)).toBe(PART + 300)
    await append(nodes[1]!, bytes, PART + 300, bytes.length)
    await nodes[1]!.complete(UID)
    expect(hash(await stored())).toBe(hash(bytes))
  })

  test('is only what the store has acknowledged, when it fails in between', async () => {
    const bytes = randomBytes(3 * PART)
    const isPart = (number: number) => (request: { query: URLSearchParams }) =>
      request.query.get('partNumber') === String(number)
    double.fault = (request) => (isPart(2)(request) ? { kind: 'answer', status: 507, code: 'QuotaExceeded' } : null)
    await expect(append(nodes[0]!, bytes, 0, bytes.length)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await nodes[0]!.receivedBytes(UID)).toBe(PART)
    double.fault = () => null
    await append(nodes[1]!, bytes, PART, bytes.length)
    await nodes[1]!.complete(UID)
    expect(hash(await stored())).toBe(hash(bytes))
  })

  test('counts once, when two writers hold the upload', async () => {
    const bytes = randomBytes(2 * PART + 77)
    const writers = await Promise.allSettled(nodes.map((node) => append(node, bytes, 0, bytes.length - 50)))
    expect(writers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = writers.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ code: 'video.upload_offset' })
    await append(nodes[0]!, bytes, bytes.length - 50, bytes.length)
    await nodes[0]!.complete(UID)
    expect(hash(await stored())).toBe(hash(bytes))
    expect(await leftovers()).toEqual(nothing)
  })

  test('is dropped for a form, which begins anew', async () => {
    const [first, second] = [randomBytes(PART + 10), randomBytes(PART + 20)]
    await append(nodes[0]!, first, 0, first.length, null)
    await nodes[1]!.empty(UID)
    expect([await nodes[0]!.receivedBytes(UID), await leftovers()]).toEqual([0, nothing])
    await append(nodes[1]!, second, 0, second.length)
    await nodes[1]!.complete(UID)
    expect(hash(await stored())).toBe(hash(second))
  })

  test('is not dropped by a late writer whose tails another node has made a part of', async () => {
    const bytes = randomBytes(PART)
    await append(nodes[0]!, bytes, 0, PART - 10)
    const late = openNode('late', {
      ...storage,
      async read(key, range) {
        await append(nodes[0]!, bytes, PART - 10, PART)
        return await storage.read(key, range)
      },
    })
    await expect(append(late, bytes, PART - 10, PART)).rejects.toMatchObject({ code: 'video.upload_offset' })
    expect(await nodes[1]!.receivedBytes(UID)).toBe(PART)
    await nodes[1]!.complete(UID)
    expect(hash(await stored())).toBe(hash(bytes))
  })

  test('is refused once the upload has ended', async () => {
    const bytes = randomBytes(PART + 10)
    await append(nodes[0]!, bytes, 0, 100)
    await sql`delete from videos`.execute(database.db)
    await expect(append(nodes[0]!, bytes, 100, 200)).rejects.toMatchObject({ code: 'video.upload_offset' })
    await nodes[1]!.remove(UID)
    expect(await leftovers()).toEqual(nothing)
    await expect(append(nodes[0]!, bytes, 0, 100)).rejects.toMatchObject({ code: 'video.upload_offset' })
    expect(await leftovers()).toEqual(nothing)
  })
})

describe('the copy on the disk of a node', () => {
  /** Begins one, which the node drops once it can no longer be complete. */
  async function beginCopy(node: UploadFiles, offset = 0) {
    const copyDir = await mkdtemp(join(dir, 'copy-'))
    const end = new AbortController()
    // Closes its file, as the end of the work that reads it does.
    onTestFinished(() => end.abort())
    const onLost = vi.fn(() => end.abort())
    const path = await node.growingFile(UID, { dir: copyDir, offset, signal: end.signal, onLost })
    return { path, onLost, end, bytes: async () => await readFile(path ?? '') }
  }

  test('has all bytes that arrive at the node, also after a broken connection', async () => {
    const bytes = randomBytes(2 * PART + 5)
    const copy = await beginCopy(nodes[0]!)
    await append(nodes[0]!, bytes, 0, 100)
    const from = { offset: 100, sizeBytes: bytes.length }
    await expect(nodes[0]!.append(UID, broken(bytes.subarray(100, PART + 300)), from)).rejects.toThrow('broke')
    await append(nodes[0]!, bytes, PART + 300, bytes.length)
    await nodes[0]!.complete(UID)
    expect([hash(await copy.bytes()), copy.onLost.mock.calls]).toEqual([hash(bytes), []])
  })

  test('is lost once bytes have arrived at another node, and none begins after that', async () => {
    const bytes = randomBytes(PART)
    const copy = await beginCopy(nodes[0]!)
    await append(nodes[0]!, bytes, 0, 100)
    expect((await beginCopy(nodes[1]!, 100)).path).toBeNull()
    await append(nodes[1]!, bytes, 100, 200)
    await append(nodes[0]!, bytes, 200, bytes.length)
    expect([copy.onLost.mock.calls.length, (await copy.bytes()).length]).toEqual([1, 100])
  })

  test('is lost when it has bytes that the store has not acknowledged', async () => {
    const bytes = randomBytes(PART)
    const copy = await beginCopy(nodes[0]!)
    double.fault = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 507, code: 'QuotaExceeded' } : null)
    await expect(append(nodes[0]!, bytes, 0, 100)).rejects.toMatchObject({ code: 'ENOSPC' })
    double.fault = () => null
    await append(nodes[0]!, bytes, 0, bytes.length)
    expect(copy.onLost).toHaveBeenCalledOnce()
  })

  test('does not hold up the upload when it is no longer needed', async () => {
    const bytes = randomBytes(PART)
    const copy = await beginCopy(nodes[0]!)
    await append(nodes[0]!, bytes, 0, 100)
    copy.end.abort()
    await append(nodes[0]!, bytes, 100, bytes.length)
    await nodes[0]!.complete(UID)
    expect([hash(await stored()), (await copy.bytes()).length]).toEqual([hash(bytes), 100])
  })

  test('is lost when its disk is full, and the upload goes on', async () => {
    const bytes = randomBytes(PART)
    await mkdir(join(dir, 'full'))
    await symlink('/dev/full', join(dir, 'full', 'upload'))
    const end = new AbortController()
    const onLost = vi.fn(() => end.abort())
    const { signal } = end
    await nodes[0]!.growingFile(UID, { dir: join(dir, 'full'), offset: 0, signal, onLost })
    await append(nodes[0]!, bytes, 0, bytes.length)
    await nodes[0]!.complete(UID)
    expect([hash(await stored()), onLost.mock.calls.length]).toEqual([hash(bytes), 1])
  })

  test('is lost when a form starts the upload again', async () => {
    const copy = await beginCopy(nodes[0]!)
    await append(nodes[0]!, randomBytes(100), 0, 100, null)
    await nodes[0]!.empty(UID)
    expect(copy.onLost).toHaveBeenCalledOnce()
  })
})

describe('the completion', () => {
  test('is settled when its answer is lost', async () => {
    const bytes = randomBytes(PART + 10)
    await append(nodes[0]!, bytes, 0, bytes.length)
    double.fault = ({ method }) => (method === 'POST' ? { kind: 'lost' } : null)
    await nodes[0]!.complete(UID)
    expect(hash(await stored())).toBe(hash(bytes))
    expect(await leftovers()).toEqual(nothing)
  })

  test('may be asked for by two nodes at once', async () => {
    const bytes = randomBytes(PART + 10)
    await append(nodes[0]!, bytes, 0, bytes.length, null)
    await Promise.allSettled(nodes.map((node) => node.complete(UID)))
    await nodes[0]!.complete(UID)
    expect(hash(await stored())).toBe(hash(bytes))
    expect(await leftovers()).toEqual(nothing)
  })

  test('does not take for lost what another node has just used', async () => {
    const bytes = randomBytes(PART + 10)
    await append(nodes[0]!, bytes, 0, bytes.length, null)
    const late = openNode('late', {
      ...storage,
      async read(key, range) {
        await nodes[0]!.complete(UID)
        return await storage.read(key, range)
      },
    })
    await expect(late.complete(UID)).rejects.toMatchObject({ code: 'video.upload_offset' })
    expect(hash(await stored())).toBe(hash(bytes))
    expect(await leftovers()).toEqual(nothing)
  })

  test('fails once when the store has lost the parts, and the upload begins anew', async () => {
    const bytes = randomBytes(PART + 10)
    await append(nodes[0]!, bytes, 0, bytes.length)
    await storage.cleanUp(AT_ONCE)
    await expect(nodes[0]!.complete(UID)).rejects.toThrow('There is no object')
    expect(await nodes[0]!.receivedBytes(UID)).toBe(0)
  })
})

test.for(['first', 'last'])(
  'an upload begins anew when the store has confirmed its %s part and does not have it',
  async (which) => {
    const bytes = randomBytes(2 * PART)
    const number = which === 'first' ? '1' : '2'
    double.fault = ({ query }) => (query.get('partNumber') === number ? { kind: 'lie' } : null)
    await append(nodes[0]!, bytes, 0, bytes.length)
    double.fault = () => null
    await expect(nodes[0]!.complete(UID)).rejects.toThrow('There is no object')
    expect(await nodes[1]!.receivedBytes(UID)).toBe(0)
    await append(nodes[1]!, bytes, 0, bytes.length)
    await nodes[1]!.complete(UID)
    expect(hash(await stored())).toBe(hash(bytes))
  },
)

test('a store that has lost the parts makes the upload begin anew', async () => {
  const bytes = randomBytes(2 * PART)
  await append(nodes[0]!, bytes, 0, PART)
  await storage.cleanUp(AT_ONCE)
  await expect(append(nodes[0]!, bytes, PART, bytes.length)).rejects.toMatchObject({ code: 'video.upload_offset' })
  expect(await nodes[0]!.receivedBytes(UID)).toBe(0)
  await append(nodes[0]!, bytes, 0, bytes.length)
  await nodes[0]!.complete(UID)
  expect(hash(await stored())).toBe(hash(bytes))
})

describe('the cleanup', () => {
  test('spares the parts of an upload that may go on, and aborts those of one that has ended', async () => {
    const bytes = randomBytes(PART + 10)
    await append(nodes[0]!, bytes, 0, PART)
    await storage.parts.begin(original, 'a writer that died before its row')
    await storage.cleanUp(AT_ONCE, nodes[1]!.isAwaited)
    expect(double.uploads()).toEqual([original])
    await sql`update videos set state = 'error', reason_code = 'upload_expired'`.execute(database.db)
    await storage.cleanUp(AT_ONCE, nodes[1]!.isAwaited)
    expect(double.uploads()).toEqual([])
  })

  test('removes tails without a row once they are old', async () => {
    await append(nodes[0]!, randomBytes(20), 0, 10)
    await storage.putText('tails/other/unnamed', 'left by a writer that died')
    await nodes[1]!.cleanUp(60_000)
    expect(double.keys().map((key) => key.split('/')[1])).toEqual([UID, 'other'].sort())
    await nodes[1]!.cleanUp(AT_ONCE)
    expect(double.keys().map((key) => key.split('/')[1])).toEqual([UID])
  })
})
