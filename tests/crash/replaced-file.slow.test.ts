import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishClip } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { embeddedConnection } from '#tests/support/worlds/embedded-connection.server.ts'
import { destroyInstance, type HoshiProcess, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { type Instance, killHoshi, storageAfterCleanup } from './instance-state.ts'
import { upload, videoOf } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-replaced-'))
const dataDir = join(root, 'data')
const instance: Instance = { dataDir, connectionString: () => embeddedConnection(dataDir) }
let hoshi: HoshiProcess
let creator: Person
let start: () => Promise<HoshiProcess>

beforeAll(async () => {
  mkdirSync(dataDir)
  const port = await freePort()
  start = () => startHoshi({ PORT: port, DATA_DIR: dataDir, DEMO: 'off' })
  hoshi = await start()
  creator = await createPerson(hoshi.url, 'creator')
})

afterAll(() => destroyInstance(root))

async function videoOfEpisode(id: string): Promise<string> {
  return ((await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { videoId: string }).videoId
}

test.each(['it was asked for', 'it plays'])(
  'a new file replaces the old one when everything is killed once %s',
  async (moment) => {
    const id = await publishClip(creator, await makeClip(join(root, 'clips')))
    const old = await videoOfEpisode(id)
    const next = await upload(creator, await makeClip(join(root, 'clips'), { seconds: 4 }))
    expect((await creator.call('PUT', `/api/v1/episodes/${id}/video/${next}`)).status).toBe(200)
    if (moment === 'it plays')
      await eventually('the new file plays', async () => (await videoOf(creator, next)).status.state === 'ready')
    await killHoshi(hoshi, instance)
    hoshi = await start()
    await eventually('the new file is in its place', async () => (await videoOfEpisode(id)) === next)
    expect((await creator.call('GET', `/api/v1/videos/${old}`)).status).toBe(404)
    const { byRows, onDisk } = await storageAfterCleanup(instance)
    expect(onDisk).toEqual(byRows)
  },
)
