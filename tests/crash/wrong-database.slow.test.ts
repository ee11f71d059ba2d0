import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { publishClip } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createDatabaseProxy } from '#tests/support/http/connection-proxy.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { destroyInstance, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { createEmptyDatabase } from './external-database.ts'
import { videoOf } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-wrong-database-'))
const dataDir = join(root, 'data')
const files = join(dataDir, 'files')
const secret = 'a secret that only this test knows of, long enough'
let right: { url: string; drop(): Promise<void> }
let empty: typeof right
let other: typeof right
let start: (databaseUrl: string, dataDir?: string) => ReturnType<typeof startHoshi>

beforeAll(async () => {
  mkdirSync(dataDir)
  right = await createEmptyDatabase(inject('postgresUrl'))
  empty = await createEmptyDatabase(inject('postgresUrl'))
  other = await createEmptyDatabase(inject('postgresUrl'))
  const port = await freePort()
  start = (databaseUrl, folder = dataDir) =>
    startHoshi({ PORT: port, DATA_DIR: folder, DATABASE_URL: databaseUrl, SECRET: secret })
})

afterAll(async () => {
  await destroyInstance(root)
  await right?.drop()
  await empty?.drop()
  await other?.drop()
})

const everything = (folder = files) => readdirSync(folder, { recursive: true }).map(String).sort()

/** Output of a start that is refused. */
async function linesOfRefusedStart(databaseUrl: string, folder = dataDir): Promise<string[]> {
  const started = start(databaseUrl, folder)
  await expect(started).rejects.toThrow('Hoshi exited at startup')
  const output = await started.then(String, (error: Error) => error.message.replace('Hoshi exited at startup: ', ''))
  return output.split('\n').filter((line) => line !== '' && !line.includes('running as root'))
}

test('a start with the wrong database, or the wrong folder, changes nothing and says what to do', async () => {
  const hoshi = await start(right.url)
  const creator = await createPerson(hoshi.url, 'creator')
  const id = await publishClip(creator, await makeClip(join(root, 'clips')))
  const { videoId } = (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { videoId: string }
  await hoshi.kill()
  const before = everything()
  expect(before.length).toBeGreaterThan(4)

  await expect(start(empty.url)).rejects.toThrow(
    `The files in ${files} belong to videos that are not in this database. Set DATABASE_URL to their database`,
  )
  expect(everything()).toEqual(before)

  const elsewhere = join(root, 'elsewhere')
  mkdirSync(elsewhere)
  await expect(start(right.url, elsewhere)).rejects.toThrow('contains none of their files')
  rmSync(elsewhere, { recursive: true })

  const again = await start(right.url)
  const { playback } = await videoOf(creator, videoId)
  expect((await fetch(new URL(playback.hls ?? '', again.url))).status).toBe(200)
  await again.kill()
})

test('a start with the database and the folder of two installations says so, either way round, and changes nothing', async () => {
  const otherDir = join(root, 'other')
  mkdirSync(otherDir)
  const one = await start(right.url)
  await one.kill()
  const two = await start(other.url, otherDir)
  await two.kill()
  const before = [everything(), everything(join(otherDir, 'files'))]

  const sentences = [await linesOfRefusedStart(other.url), await linesOfRefusedStart(right.url, otherDir)]
  expect(sentences).toEqual(
    [files, join(otherDir, 'files')].map((folder) => [
      `hoshi: The database and the files in ${folder} belong to different installations. Set DATABASE_URL and DATA_DIR to a matching pair; if they do match, remove ${folder}/installation and start again.`,
    ]),
  )
  expect([everything(), everything(join(otherDir, 'files'))]).toEqual(before)
  await (await start(right.url)).kill()
  await (await start(other.url, otherDir)).kill()
})

test('a start with an older PostgreSQL is refused in one sentence with both versions, and changes nothing', async () => {
  const unused = await createEmptyDatabase(inject('postgresUrl'))
  // The run's own server, which reports an older version on this connection.
  const older = createDatabaseProxy(unused.url, root, (bytes) =>
    Buffer.from(bytes.toString('latin1').replace(/\b18(?=\.\d)/g, '17'), 'latin1'),
  )
  await older.listen()
  const elsewhere = join(root, 'older')
  mkdirSync(elsewhere)
  expect(await linesOfRefusedStart(older.connectionString, elsewhere)).toEqual([
    expect.stringMatching(/^hoshi: The database is PostgreSQL 17\.\d+; Hoshi needs PostgreSQL 18 or later\.$/),
  ])
  const tables = `select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`
  expect([await queryDatabase(unused.url, tables), everything(elsewhere)]).toEqual([[], []])
  await older.cut()
  await unused.drop()
})
