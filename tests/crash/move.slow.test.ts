import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishClip } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openS3Double, type S3Double } from '#tests/support/storage/s3-double.ts'
import { destroyInstance, type HoshiProcess, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { playbackOf, videoOfEpisode } from './played-episode.ts'
import { waitForFinalState } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-move-'))
const dataDir = join(root, 'data')
let port: string
let store: S3Double
let hoshi: HoshiProcess
let creator: Person

const start = (settings: Record<string, string> = {}) => startHoshi({ PORT: port, DATA_DIR: dataDir, ...settings })

beforeAll(async () => {
  mkdirSync(dataDir)
  port = await freePort()
  store = await openS3Double()
  hoshi = await start()
  creator = await createPerson(hoshi.url, 'creator')
})
afterAll(async () => {
  await destroyInstance(root)
  await store.close()
})

const bucket = (): Record<string, string> => ({
  S3_ENDPOINT: store.settings.endpoint ?? '',
  S3_REGION: store.settings.region,
  S3_BUCKET: store.settings.bucket,
  S3_ACCESS_KEY_ID: store.settings.credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: store.settings.credentials?.secretAccessKey ?? '',
})
const onBucket = () => ({ STORAGE: 's3', ...bucket() })

const environmentOf = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: dataDir,
  NODE_ENV: 'production',
  DISK_RESERVE_BYTES: String(64 * 1024 ** 2),
  ...settings,
})

/** As npm runs the command of this name. */
function run(command: string, args: string[], settings: Record<string, string>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const env = environmentOf(settings)
    execFile(process.execPath, [`src/server/${command}.ts`, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr })
    })
  })
}
const move = (settings: Record<string, string>) => run('storage', ['move', '--to', 's3'], settings)
const auditIsClean = (settings: Record<string, string>) =>
  eventually('rows and files agree', async () => (await run('audit', [], settings)).code === 0)

/** @returns the episode's id, once nothing is about to add files to its video */
async function publish(seconds: number): Promise<string> {
  const id = await publishClip(creator, await makeClip(join(root, 'clips'), { seconds }))
  await waitForFinalState(creator, await videoOfEpisode(creator, id))
  return id
}

/** Begins a move, and kills it with the request that would store the sixth file of a video. */
async function moveUntilKilled(): Promise<void> {
  let stored = 0
  const child = spawn(process.execPath, ['src/server/storage.ts', 'move', '--to', 's3'], {
    env: environmentOf(bucket()),
  })
  store.fault = ({ method, key }) => {
    if (method !== 'PUT' || !key.startsWith('media/')) return null
    stored += 1
    if (stored < 6) return null
    child.kill('SIGKILL')
    return { kind: 'cut' }
  }
  await once(child, 'exit')
  store.fault = () => null
}

test('a site moves to a bucket while it serves, through a kill and a restart, and everything plays there', async () => {
  const [kept, deleted] = [await publish(3), await publish(2)]
  const deletedUid = await videoOfEpisode(creator, deleted)
  let isOver = false
  const unplayable: string[] = []
  let viewings = 0
  const viewing = (async () => {
    while (!isOver) {
      unplayable.push(...(await playbackOf(hoshi.url, creator, kept)).unplayable)
      viewings += 1
    }
  })()

  await moveUntilKilled()
  const begun = store.keys().filter((key) => key.startsWith('media/'))
  expect(begun.length).toBeGreaterThanOrEqual(5)
  const resumed = await move(bucket())
  expect(resumed).toMatchObject({ code: 0, output: expect.stringContaining('Restart Hoshi with STORAGE=s3') })
  expect(store.keys()).toEqual(expect.arrayContaining(begun))
  expect(store.keys().filter((key) => key.includes(deletedUid)).length).toBeGreaterThan(5)

  expect((await creator.call('DELETE', `/api/v1/episodes/${deleted}`)).status).toBe(204)
  await auditIsClean({})
  expect(await move(bucket())).toMatchObject({ code: 0 })
  expect(store.keys().filter((key) => key.includes(deletedUid))).toEqual([])
  const late = await publish(4)
  isOver = true
  await viewing
  expect(unplayable).toEqual([])
  expect(viewings).toBeGreaterThan(0)

  await hoshi.kill()
  hoshi = await start(onBucket())
  const last = await move(onBucket())
  expect(last).toMatchObject({ code: 0, output: expect.stringContaining('which Hoshi uses') })
  const played = await Promise.all([kept, late].map((id) => playbackOf(hoshi.url, creator, id)))
  expect(played.flatMap((each) => each.unplayable)).toEqual([])
  expect(Math.min(...played.map(({ segments }) => segments))).toBeGreaterThan(1)
  await auditIsClean(onBucket())
})
