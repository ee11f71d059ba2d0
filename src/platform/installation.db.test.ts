import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { createDiskStorage } from './disk-storage.server.ts'
import { verifyInstallation } from './installation.server.ts'

const noRows = { exist: false, requireFiles: false }
const rowsWithFiles = { exist: true, requireFiles: true }
const rowsAlone = { exist: true, requireFiles: false }

let dir: string
let filesDir: string
let home: TestDatabase
let database: Database

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-installation-'))
  filesDir = join(dir, 'files')
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 4)
})

afterEach(async () => {
  await database.close()
  await home.drop()
  await rm(dir, { recursive: true, force: true })
})

const start = (rows = noRows, { db } = database) =>
  verifyInstallation({
    db,
    storage: createDiskStorage(filesDir),
    folders: ['originals', 'media'],
    rows,
    filesPlace: {
      name: filesDir,
      settings: 'DATA_DIR',
      choose: 'DATA_DIR to the folder',
      leave: `move ${filesDir} away`,
    },
  })
const idOfFiles = () => readFile(join(filesDir, 'installation'), 'utf8')

async function storeFile(): Promise<void> {
  await mkdir(join(filesDir, 'media/some'), { recursive: true })
  await writeFile(join(filesDir, 'media/some/init.mp4'), 'x')
}

describe('a database and a folder', () => {
  test('that are both empty become one installation, and remain one', async () => {
    await start()
    const id = await idOfFiles()
    expect(id).toMatch(/^\w{20,}$/)
    await storeFile()
    await start(rowsWithFiles)
    // Every video may have been deleted since.
    await start(noRows)
    expect(await idOfFiles()).toBe(id)
  })

  test('become one installation when many processes start simultaneously', async () => {
    await Promise.all(Array.from({ length: 8 }, () => start()))
    await start()
    expect(await idOfFiles()).toMatch(/^\w{20,}$/)
  })

  test('that were in use before ids existed become one installation', async () => {
    await storeFile()
    await start(rowsWithFiles)
    await start(rowsWithFiles)
    expect(await idOfFiles()).toMatch(/^\w{20,}$/)
  })

  test('that hold only unfinished uploads do too', async () => {
    await start(rowsAlone)
    expect(existsSync(join(filesDir, 'installation'))).toBe(true)
  })

  test('of which one has lost its id use the other’s', async () => {
    await storeFile()
    await start(rowsWithFiles)
    const id = await idOfFiles()
    await rm(join(filesDir, 'installation'))
    await start(rowsWithFiles)
    expect(await idOfFiles()).toBe(id)
  })
})

describe('is refused, and nothing is written:', () => {
  test.each(['with an id of its own', 'from before there were ids'])(
    'files %s with an empty database',
    async (which) => {
      await storeFile()
      if (which === 'with an id of its own') await writeFile(join(filesDir, 'installation'), 'a'.repeat(26))
      await expect(start(noRows)).rejects.toThrow(
        `The files in ${filesDir} belong to videos that are not in this database. Set DATABASE_URL to their database`,
      )
      await rm(filesDir, { recursive: true })
      await start()
      expect(await idOfFiles()).not.toBe('a'.repeat(26))
    },
  )

  test('a database with videos and an empty folder, until its id is written there', async () => {
    await start()
    const id = await idOfFiles()
    await rm(filesDir, { recursive: true })
    await expect(start(rowsWithFiles)).rejects.toThrow(
      `to continue without them, write ${id} into ${filesDir}/installation.`,
    )
    expect(existsSync(filesDir)).toBe(false)
    await mkdir(filesDir)
    await writeFile(join(filesDir, 'installation'), `${id}\n`)
    await start(rowsWithFiles)
  })

  test('two that belong to different installations', async () => {
    await storeFile()
    await start(rowsWithFiles)
    const id = await idOfFiles()
    const other = await createTestDatabase()
    const elsewhere = openDatabase(other.connectionString, () => {}, 2)
    try {
      await rm(join(filesDir, 'installation'))
      await start(rowsWithFiles, elsewhere)
      expect(await idOfFiles()).not.toBe(id)
      await expect(start(rowsWithFiles)).rejects.toThrow(
        `The database and the files in ${filesDir} belong to different installations.`,
      )
      await start(rowsWithFiles, elsewhere)
    } finally {
      await elsewhere.close()
      await other.drop()
    }
  })
})
