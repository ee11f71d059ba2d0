import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStorage } from '#tests/support/data/memory-storage.ts'
import { noopJobs } from '#tests/support/data/noop-jobs.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { createDiskStorage } from './disk-storage.server.ts'
import { newId } from './ids.server.ts'
import type { Jobs } from './jobs.server.ts'
import { createPictures, type PictureColumn, pictureCleanupJob, STORE_CLEANUP_SECONDS } from './pictures.server.ts'
import type { ObjectStorage } from './storage.server.ts'
import { transact } from './transact.server.ts'

let dir: string
let home: TestDatabase
let database: Database

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-pictures-'))
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 2)
  await sql`create table shown (id text primary key, url text not null)`.execute(database.db)
})
beforeEach(async () => {
  await sql`insert into shown values ('one', '') on conflict (id) do update set url = ''`.execute(database.db)
})
afterAll(async () => {
  await database?.close()
  await home?.drop()
  await rm(dir, { recursive: true, force: true })
})

const column: PictureColumn = {
  async lock(trx, id) {
    const { rows } = await sql<{ url: string }>`select url from shown where id = ${id} for update`.execute(trx)
    return rows[0]?.url
  },
  async set(trx, id, url) {
    await sql`update shown set url = ${url} where id = ${id}`.execute(trx)
  },
}

interface Cleanup {
  uid: string
  key?: string
}

/** Pictures whose jobs wait: those due at once, and those that wait until a store is over. */
function open(on: ObjectStorage, startAt = 0) {
  const due: Cleanup[] = []
  const deferred: Cleanup[] = []
  const time = { now: startAt }
  const handlers: ((data: Cleanup) => Promise<void>)[] = []
  const jobs: Jobs = {
    ...noopJobs,
    enqueue: async (_db, _kind, data, { startAfterSeconds } = {}) => {
      const queue = startAfterSeconds === STORE_CLEANUP_SECONDS ? deferred : due
      queue.push(data as unknown as Cleanup)
    },
    handle: (_kind, _count, run) =>
      void handlers.push((data) => run(data as never, { signal: new AbortController().signal })),
  }
  const clock = { now: () => new Date(time.now) }
  const cleanupJob = pictureCleanupJob('test.tidy-picture')
  const pictures = createPictures({ db: database.db, clock, jobs, storage: on, column, folder: 'pictures', cleanupJob })
  const run = async (queue: Cleanup[]) => {
    for (const data of queue.splice(0)) await handlers[0]!(data)
  }
  return { pictures, time, runDue: () => run(due), runDeferred: () => run(deferred) }
}

/** Fails while a transaction locks the row. */
const expectUnlocked = () => sql`select from shown where id = 'one' for update nowait`.execute(database.db)

const keyOf = (url: string | null) => url?.slice(1) ?? ''
const bytesOf = async (storage: ObjectStorage, url: string | null) => text(await storage.read(keyOf(url)))

async function image(words: string): Promise<string> {
  const path = join(dir, newId())
  await writeFile(path, words)
  return path
}

describe.each(['on a disk', 'in memory'])('pictures %s', (where) => {
  let storage: ObjectStorage

  beforeEach(() => {
    storage = where === 'in memory' ? createMemoryStorage() : createDiskStorage(join(dir, newId()))
  })
  const namesOf = (id = 'one') => storage.children(`pictures/${id}`)

  test('a picture replaces another one, which is then removed', async () => {
    const { pictures, runDue, runDeferred } = open(storage)
    const first = await pictures.store('one', await image('first'))
    const second = await pictures.store('one', await image('second'))
    expect((await namesOf()).length).toBe(2)
    await runDue()
    await runDeferred()
    expect(await namesOf()).toEqual([keyOf(second).split('/').at(-1)])
    expect(second).not.toBe(first)
    expect(await bytesOf(storage, second)).toBe('second')
  })

  test('a picture that is cleared is removed, and the next one stays', async () => {
    const { pictures, runDue, runDeferred } = open(storage)
    await pictures.store('one', await image('first'))
    await transact(database.db, (trx) => pictures.clear(trx, 'one'))
    await runDue()
    expect(await namesOf()).toEqual([])
    const url = await pictures.store('one', await image('second'))
    await runDeferred()
    await runDue()
    expect(await bytesOf(storage, url)).toBe('second')
  })

  test('the storage is called without a lock on the row', async () => {
    const calls: string[] = []
    const observed = (name: 'putFile' | 'remove' | 'removeFolder') => ({
      async [name](...args: [string, string]) {
        await expectUnlocked()
        calls.push(name)
        await storage[name](...args)
      },
    })
    const { pictures, runDue } = open({
      ...storage,
      ...observed('putFile'),
      ...observed('remove'),
      ...observed('removeFolder'),
    })
    await pictures.store('one', await image('first'))
    await pictures.store('one', await image('second'))
    await runDue()
    await transact(database.db, (trx) => pictures.clear(trx, 'one'))
    await sql`delete from shown`.execute(database.db)
    await runDue()
    expect(calls).toEqual(['putFile', 'putFile', 'remove', 'removeFolder'])
  })

  test('a cleanup between the store of an image and its row leaves the image', async () => {
    const before = open(storage)
    await before.pictures.store('one', await image('first'))
    await before.pictures.store('one', await image('second'))
    const { pictures, runDeferred } = open({
      ...storage,
      async putFile(key, path) {
        await storage.putFile(key, path)
        // Of all earlier images.
        await before.runDue()
        await before.runDeferred()
      },
    })
    const url = await pictures.store('one', await image('third'))
    await runDeferred()
    expect(await bytesOf(storage, url)).toBe('third')
  })

  test('an image whose process died before its row showed it is removed', async () => {
    const { pictures, runDeferred } = open({
      ...storage,
      async putFile(key, path) {
        await storage.putFile(key, path)
        throw new Error('dead')
      },
    })
    await expect(pictures.store('one', await image('first'))).rejects.toThrow('dead')
    expect((await namesOf()).length).toBe(1)
    await runDeferred()
    expect(await namesOf()).toEqual([])
  })

  test('an image that took so long that a cleanup may have removed it is not shown', async () => {
    const { pictures, time } = open({
      ...storage,
      async putFile(key, path) {
        await storage.putFile(key, path)
        time.now += (STORE_CLEANUP_SECONDS * 1000) / 2 + 1
      },
    })
    await expect(pictures.store('one', await image('first'))).rejects.toThrow('too long')
    const { rows } = await sql`select url from shown`.execute(database.db)
    expect(rows).toEqual([{ url: '' }])
  })

  test('all images of a row that is gone are removed, one that is stored later, too', async () => {
    const { pictures, runDue, runDeferred } = open(storage)
    await pictures.store('one', await image('first'))
    await transact(database.db, async (trx) => {
      await pictures.clear(trx, 'one')
      await sql`delete from shown`.execute(trx)
    })
    await runDue()
    expect(await storage.children('pictures')).toEqual([])
    expect(await pictures.store('one', await image('second'))).toBeNull()
    expect((await namesOf()).length).toBe(1)
    await runDeferred()
    expect(await storage.children('pictures')).toEqual([])
  })
})
