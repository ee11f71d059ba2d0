import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noopJobs } from '#tests/support/noop-jobs.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { createDiskStorage } from './disk-storage.server.ts'
import { createPictures, type PictureColumn, pictureCleanupJob } from './pictures.server.ts'
import type { ObjectStorage } from './storage.server.ts'

let dir: string
let home: TestDatabase
let database: Database
let storage: ObjectStorage

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-pictures-'))
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 2)
  await sql`create table shown (id text primary key, url text not null)`.execute(database.db)
  storage = createDiskStorage(join(dir, 'files'))
})
beforeEach(async () => {
  await sql`insert into shown values ('one', '') on conflict (id) do update set url = ''`.execute(database.db)
  await writeFile(join(dir, 'image.webp'), 'image')
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

/** @returns the pictures, and the handler of their cleanup */
function open(changed: Partial<ObjectStorage> = {}) {
  const job = pictureCleanupJob('test.tidy-picture')
  const handlers: ((data: { uid: string }) => Promise<void>)[] = []
  const jobs = { ...noopJobs, handle: (_kind: unknown, _count: number, run: never) => void handlers.push(run) }
  const parts = { db: database.db, jobs, storage: { ...storage, ...changed }, column }
  const pictures = createPictures({ ...parts, folder: 'pictures', cleanupJob: job })
  return { pictures, cleanUp: () => handlers[0]!({ uid: 'one' }) }
}

/** Fails while a transaction locks the row. */
const expectUnlocked = () => sql`select from shown where id = 'one' for update nowait`.execute(database.db)

test('an image is stored without a lock on its row, and again when a cleanup removed it before the row named it', async () => {
  const keys: string[] = []
  const { cleanUp } = open()
  const { pictures } = open({
    async putFile(key, path) {
      keys.push(key)
      await expectUnlocked()
      await storage.putFile(key, path)
      if (keys.length === 1) await cleanUp()
    },
  })
  expect(await pictures.store('one', join(dir, 'image.webp'))).toBe(`/${keys[1]}`)
  expect(keys).toHaveLength(2)
  expect(await readFile(join(dir, 'files', keys[1]!), 'utf8')).toBe('image')
})

test('a cleanup that has found an image waits until its row names it, and leaves it', async () => {
  const found = Promise.withResolvers<void>()
  const { cleanUp } = open({
    async children(folder) {
      const names = await storage.children(folder)
      found.resolve()
      return names
    },
  })
  let cleaning = Promise.resolve()
  const { pictures } = open({
    async stat(key) {
      cleaning = cleanUp()
      await found.promise
      return await storage.stat(key)
    },
  })
  const url = await pictures.store('one', join(dir, 'image.webp'))
  await cleaning
  expect(await storage.children('pictures/one')).toEqual([url?.split('/').at(-1)])
})

test('an image of a row that is gone is not named, and removed by cleanup', async () => {
  const { pictures, cleanUp } = open()
  await sql`delete from shown`.execute(database.db)
  expect(await pictures.store('one', join(dir, 'image.webp'))).toBeNull()
  await cleanUp()
  expect(await storage.children('pictures/one')).toEqual([])
})
