import { mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { embeddedConnection } from '#tests/support/worlds/embedded-connection.server.ts'
import { destroyInstance, type HoshiProcess, isAlive, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { countFrames, type Instance, killHoshi, playedRenditions, storageAfterCleanup } from './instance-state.ts'
import { createToolGate, steps } from './tool-gate.ts'
import { upload, videoOf, waitForFinalState } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-crash-'))
const dataDir = join(root, 'data')
const instance: Instance = { dataDir, connectionString: () => embeddedConnection(dataDir) }
const gate = createToolGate(join(root, 'gate'))
const clips = join(root, 'clips')

let hoshi: HoshiProcess
let creator: Person
let start: () => Promise<HoshiProcess>

beforeAll(async () => {
  mkdirSync(dataDir)
  const port = await freePort()
  start = () => startHoshi({ PORT: port, DATA_DIR: dataDir, ...gate.environment })
  hoshi = await start()
  creator = await createPerson(hoshi.url, 'creator')
})
afterAll(() => destroyInstance(root))

/** Bytes of media that ffmpeg runs have written into their scratch folders. */
function writtenBytes(): number {
  const scratch = join(dataDir, 'scratch')
  const names = readdirSync(scratch, { recursive: true }).map(String)
  const media = names.filter((name) => /\.(m4s|mp4)$/.test(name))
  return media.reduce((sum, name) => sum + (statSync(join(scratch, name), { throwIfNoEntry: false })?.size ?? 0), 0)
}

/** Kills the server when a step has written part of its output, and lets it be done again. */
async function killWhileWriting(step: string, pattern: string, clip: string): Promise<void> {
  gate.slowDown(step, pattern)
  const uid = await upload(creator, clip)
  const tool = await gate.slowed(step)
  await eventually('some of the output is on disk', () => writtenBytes() > 0)
  expect(isAlive(tool)).toBe(true)
  await killHoshi(hoshi, instance)
  await eventually('the run died with its server', () => !isAlive(tool))
  gate.release(step)

  hoshi = await start()
  expect((await waitForFinalState(creator, uid)).status).toEqual({ state: 'ready', percentComplete: 100 })
  const frames = await countFrames(clip)
  const renditions = await playedRenditions(instance, uid)
  expect(renditions.length).toBeGreaterThan(0)
  for (const each of renditions) expect(each.frames).toBe(frames)
}

describe('kill -9 while ffmpeg writes', () => {
  it('loses no frame of a video that is copied', async () => {
    const spec = { seconds: 20, keyframeSeconds: 1 }
    await killWhileWriting('copying', steps.copying, await makeClip(clips, { ...spec, isIndexLast: true }))
    await killWhileWriting('copying during upload', steps.ingesting, await makeClip(clips, spec))
  })

  it('loses no frame where only the audio was being made, beside a source far larger', async () => {
    const spec = { seconds: 22, width: 640, height: 480, video: 'mpeg4', keyframeSeconds: 1 } as const
    await killWhileWriting('encoding the audio', steps.audio, await makeClip(clips, { ...spec, extra: ['-q:v', '1'] }))
  })

  it('loses no frame of the first rendition of a video that is encoded', async () => {
    const spec = { seconds: 20, width: 640, height: 480, video: 'mpeg4', keyframeSeconds: 1 } as const
    await killWhileWriting('encoding the first', steps.encoding(480, 360), await makeClip(clips, spec))
  })

  it('loses no frame of the renditions after it', async () => {
    const spec = { seconds: 21, width: 640, height: 480, video: 'mpeg4', keyframeSeconds: 1 } as const
    await killWhileWriting('encoding the others', steps.encoding(640, 480), await makeClip(clips, spec))
  })

  it('leaves nothing that no row names', async () => {
    const { byRows, onDisk } = await storageAfterCleanup(instance)
    expect(onDisk).toEqual(byRows)
  })
})

describe('a video ingested during upload', () => {
  it('is neither probed nor copied again once complete', async () => {
    gate.block('probing', steps.probing)
    gate.block('copying', steps.copying)
    const clip = await makeClip(clips, { seconds: 5 })
    const uid = await upload(creator, clip)
    await eventually('it plays', async () => (await videoOf(creator, uid)).status.state === 'ready')
    gate.release('probing')
    gate.release('copying')
    expect((await playedRenditions(instance, uid)).map(({ frames }) => frames)).toEqual([await countFrames(clip)])
  })
})
