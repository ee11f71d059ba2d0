import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeClip } from '#tests/support/clips.server.ts'
import { destroyInstance, freePort, startHoshi } from '#tests/support/hoshi-process.server.ts'
import { createPerson } from '#tests/support/person.ts'
import { publishClip } from '#tests/support/publishing.ts'
import { createEmptyDatabase } from './external-database.ts'
import { videoOf } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-wrong-database-'))
const dataDir = join(root, 'data')
const files = join(dataDir, 'files')
const secret = 'a secret that only this test knows of, long enough'
let right: { url: string; drop(): Promise<void> }
let empty: typeof right
let start: (databaseUrl: string, dataDir?: string) => ReturnType<typeof startHoshi>

beforeAll(async () => {
  mkdirSync(dataDir)
  right = await createEmptyDatabase(inject('postgresUrl'))
  empty = await createEmptyDatabase(inject('postgresUrl'))
  const port = await freePort()
  start = (databaseUrl, folder = dataDir) =>
    startHoshi({ PORT: port, DATA_DIR: folder, DATABASE_URL: databaseUrl, SECRET: secret })
})

afterAll(async () => {
  await destroyInstance(root)
  await right?.drop()
  await empty?.drop()
})

const everything = () => readdirSync(files, { recursive: true }).map(String).sort()

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
