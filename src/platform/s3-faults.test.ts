import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openS3Double, type S3Double, type StoreFault } from '#tests/support/storage/s3-double.ts'
import type { StoreRequest } from '#tests/support/storage/s3-double-objects.ts'
import { createS3Storage, type S3Storage } from './s3-storage.server.ts'
import { ObjectMissing } from './storage.server.ts'
import { storageFaultOf } from './storage-fault.ts'

const MIB = 1024 * 1024
let dir: string
let store: S3Double
let storage: S3Storage

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-s3-faults-'))
  store = await openS3Double()
  storage = createS3Storage(store.settings)
})
afterEach(async () => {
  storage.close()
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

/** The fault of the first request that matches, and of no other. */
function failOnce(matches: (request: StoreRequest) => boolean, fault: StoreFault): void {
  let left = 1
  store.fault = (request) => (left > 0 && matches(request) && left-- > 0 ? fault : null)
}
const failAlways = (fault: StoreFault) => {
  store.fault = () => fault
}
const isCompletion = ({ method, query }: StoreRequest) => method === 'POST' && query.has('uploadId')

async function createFile(bytes: Buffer | string, name = 'made'): Promise<string> {
  await writeFile(join(dir, name), bytes)
  return join(dir, name)
}
const large = randomBytes(9 * MIB)
const storedBytes = async (key: string) => await buffer(await storage.read(key))
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: Error) => error,
  )

describe('a store in trouble', () => {
  test('whose answer has no length is not taken for one with an empty object', async () => {
    const server = createServer((_request, response) => response.write('bytes'))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    const strange = createS3Storage({ ...store.settings, endpoint: `http://127.0.0.1:${port}` })
    expect(storageFaultOf(await failure(strange.read('originals/a')))).toBe('unreachable')
    strange.close()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })

  test('has the bytes again after connections that break in the middle', async () => {
    await storage.putFile('originals/a', await createFile(large))
    let breaks = 0
    store.fault = ({ method }) => (method === 'GET' && ++breaks <= 3 ? { kind: 'truncated' } : null)
    await storage.fetchToFile('originals/a', join(dir, 'fetched'))
    expect((await readFile(join(dir, 'fetched'))).equals(large)).toBe(true)
    expect(breaks).toBe(4)
  })

  test('does not go on with the bytes of another object', async () => {
    await storage.putFile('originals/a', await createFile(large))
    store.fault = ({ method }) => (method === 'GET' ? { kind: 'truncated' } : null)
    const read = await storage.read('originals/a')
    store.fault = () => null
    await storage.putFile('originals/a', await createFile(randomBytes(9 * MIB)))
    await expect(buffer(read)).rejects.toThrow()
  })

  test('leaves no file of an object that could not be fetched', async () => {
    await storage.putFile('originals/a', await createFile(large))
    store.fault = ({ method }) => (method === 'GET' ? { kind: 'truncated' } : null)
    const read = storage.fetchToFile('originals/a', join(dir, 'fetched'))
    store.fault = ({ method, headers }) => {
      if (method !== 'GET') return null
      return headers.range ? { kind: 'answer', status: 403, code: 'AccessDenied' } : { kind: 'truncated' }
    }
    expect(storageFaultOf(await failure(read))).toBe('unreachable')
    expect(await readdir(dir)).toEqual(['made'])
  })

  test('is unreachable in the end, for reads and writes, and works again without a new start', async () => {
    await storage.putText('media/v/a', 'x')
    for (const fault of [{ kind: 'answer', status: 503, code: 'SlowDown' }, { kind: 'cut' }] as const) {
      failAlways(fault)
      const errors = await Promise.all(
        [
          storage.stat('media/v/a'),
          storage.open('media/v/a'),
          storage.children('media'),
          storage.putText('b', 'x'),
          storage.check(),
        ].map(failure),
      )
      expect(errors.map(storageFaultOf)).toEqual(errors.map(() => 'unreachable'))
    }
    store.fault = () => null
    expect(await text(await storage.read('media/v/a'))).toBe('x')
  })

  test.for([
    { status: 403, code: 'QuotaExceeded' },
    { status: 507, code: 'InsufficientStorage' },
  ])('is full when it says $code', async ({ status, code }) => {
    failAlways({ kind: 'answer', status, code })
    expect(storageFaultOf(await failure(storage.putText('media/v/a', 'x')))).toBe('full')
  })
})

describe('an upload in parts', () => {
  test('whose completion has no answer is settled by the object, and not repeated', async () => {
    failOnce(isCompletion, { kind: 'lost' })
    await storage.putFile('originals/a', await createFile(large))
    expect((await storedBytes('originals/a')).equals(large)).toBe(true)
    expect(store.requests.filter((each) => each === 'POST originals/a?uploadId')).toHaveLength(1)
    expect(store.uploads()).toEqual([])
  })

  test('is completed again when the object is an older one', async () => {
    await storage.putFile('originals/a', await createFile(randomBytes(9 * MIB)))
    failOnce(isCompletion, { kind: 'cut' })
    await storage.putFile('originals/a', await createFile(large))
    expect((await storedBytes('originals/a')).equals(large)).toBe(true)
  })

  test('that fails leaves neither an object nor parts', async () => {
    store.fault = ({ query }) =>
      query.get('partNumber') === '2' ? { kind: 'answer', status: 500, code: 'InternalError' } : null
    expect(storageFaultOf(await failure(storage.putFile('originals/a', await createFile(large))))).toBe('unreachable')
    expect([store.keys(), store.uploads()]).toEqual([[], []])
  })

  test('that lost a part is not completed', async () => {
    failOnce(({ query }) => query.get('partNumber') === '2', { kind: 'lie' })
    const error = await failure(storage.putFile('originals/a', await createFile(large)))
    expect(storageFaultOf(error)).toBe('unreachable')
    expect([store.keys(), store.uploads()]).toEqual([[], []])
  })

  test('of a process that died is removed once nothing has arrived for long enough, and no other', async () => {
    store.fault = ({ method, query }) =>
      query.get('partNumber') === '2' || method === 'DELETE'
        ? { kind: 'answer', status: 403, code: 'AccessDenied' }
        : null
    await failure(storage.putFile('originals/a', await createFile(large)))
    store.fault = () => null
    await storage.cleanUp(60_000)
    expect(store.uploads()).toEqual(['originals/a'])
    store.aheadMs = 61_000
    await storage.children('originals')
    await storage.cleanUp(60_000)
    expect(store.uploads()).toEqual([])
  })
})

test('reads of a removed object fail, and never return other bytes', async () => {
  await storage.putFile('originals/a', await createFile(large))
  const opened = (await storage.open('originals/a'))!
  const bytes = Buffer.alloc(10)
  expect(await opened.readInto(bytes, 10, 8 * MIB)).toBe(10)
  expect(bytes.equals(large.subarray(8 * MIB, 8 * MIB + 10))).toBe(true)
  await storage.putFile('originals/a', await createFile(randomBytes(9 * MIB)))
  await expect(opened.readInto(bytes, 10, 8 * MIB)).rejects.toBeInstanceOf(ObjectMissing)
  await storage.remove('originals/a')
  await expect(opened.readInto(bytes, 10, 8 * MIB)).rejects.toBeInstanceOf(ObjectMissing)
})

describe('an opened object', () => {
  const MEDIUM = 7 * MIB
  const medium = large.subarray(0, MEDIUM)

  async function openMedium() {
    await storage.putFile('originals/a', await createFile(medium))
    store.requests.length = 0
    return (await storage.open('originals/a'))!
  }

  test('is one request as long as reads follow one another', async () => {
    const opened = await openMedium()
    const bytes = Buffer.alloc(MEDIUM)
    for (let at = 0; at < MEDIUM; at += MIB) await opened.readInto(bytes.subarray(at), MIB, at)
    expect(bytes.equals(medium)).toBe(true)
    expect(await opened.readInto(bytes, MIB, MEDIUM)).toBe(0)
    expect(store.requests).toHaveLength(1)
  })

  test('gives each of several readers what it asked for', async () => {
    const opened = await openMedium()
    const positions = [0, 0, 3 * MIB, MIB, 6 * MIB, MIB]
    const reads = positions.map(async (at) => {
      const bytes = Buffer.alloc(MIB)
      return (await opened.readInto(bytes, MIB, at)) === MIB && bytes.equals(medium.subarray(at, at + MIB))
    })
    expect(await Promise.all(reads)).toEqual(positions.map(() => true))
    const beyond = Buffer.alloc(MIB)
    expect(await opened.readInto(beyond, MIB, MIB)).toBe(MIB)
    expect(beyond.equals(medium.subarray(MIB, 2 * MIB))).toBe(true)
    await opened.close()
  })

  test('that is larger than its first request is read to its end', async () => {
    await storage.putFile('originals/a', await createFile(large))
    const opened = (await storage.open('originals/a'))!
    const bytes = Buffer.alloc(large.length)
    let at = 0
    while (at < bytes.length) at += await opened.readInto(bytes.subarray(at), 2.5 * MIB, at)
    expect(bytes.equals(large)).toBe(true)
  })

  test('that is not read for a while holds no connection, and is read by requests of its own', async () => {
    const opened = await openMedium()
    // Timers of one process run in the order in which they end.
    await pause(1500)
    const bytes = Buffer.alloc(MIB)
    expect(await opened.readInto(bytes, MIB, 0)).toBe(MIB)
    expect(bytes.equals(medium.subarray(0, MIB))).toBe(true)
    expect(store.requests).toHaveLength(2)
  })

  test('goes on where it was when its connection breaks', async () => {
    await storage.putFile('originals/a', await createFile(medium))
    failOnce(({ method }) => method === 'GET', { kind: 'truncated' })
    const opened = (await storage.open('originals/a'))!
    const bytes = Buffer.alloc(MEDIUM)
    expect(await opened.readInto(bytes, MEDIUM, 0)).toBe(MEDIUM)
    expect(bytes.equals(medium)).toBe(true)
  })
})

test('removes, moves and lists more objects than one page of a list has', async () => {
  store.pageSize = 3
  const names = Array.from({ length: 8 }, (_, n) => `n${n}`)
  for (const name of names) await storage.putText(`media/v/r/${name}`, name)
  expect((await storage.children('media/v/r')).sort()).toEqual(names)
  await storage.discard('media/v', new Date('2026-03-02'))
  expect(store.keys()).toEqual(names.map((name) => `trash/2026-03-02/media/v/r/${name}`))
  await storage.emptyTrash(new Date('2026-03-03'))
  expect(store.keys()).toEqual([])
})

test('asks a store without conditional writes once, and looks first from then on', async () => {
  store.hasConditionalWrites = false
  expect(await storage.createText('installation', 'first')).toBe(true)
  expect(await storage.createText('installation', 'second')).toBe(false)
  expect(await text(await storage.read('installation'))).toBe('first')
  expect(store.requests).toEqual([
    ...['PUT installation', 'HEAD installation', 'PUT installation', 'HEAD installation'],
    ...['HEAD installation', 'GET installation'],
  ])
})

test('stores files, and nothing that a link leads to', async () => {
  await symlink('/etc/passwd', join(dir, 'link'))
  await expect(storage.putFile('originals/a', join(dir, 'link'))).rejects.toThrow('ELOOP')
  await expect(storage.putFile('originals/a', dir)).rejects.toThrow('Only regular files can be stored.')
  expect(store.keys()).toEqual([])
})

test('keeps to its prefix', async () => {
  const mine = createS3Storage({ ...store.settings, prefix: 'sites/hoshi' })
  await storage.putText('media/v/a', 'theirs')
  await mine.putText('media/v/a', 'mine')
  expect(await mine.children('media')).toEqual(['v'])
  await mine.removeFolder('media')
  expect(store.keys()).toEqual(['media/v/a'])
  mine.close()
})
