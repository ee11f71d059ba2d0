import { mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClip } from '#tests/support/clips.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { endHouse, freePort, type HoshiProcess, isAlive, startHoshi } from '#tests/support/hoshi-process.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { embeddedConnection, framesIn, type Home, playedRenditions, tidiedUp } from './stored.ts'
import { createToolGate, steps } from './tool-gate.ts'
import { settled, upload, videoOf } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-crash-'))
const dataDir = join(root, 'data')
const home: Home = { dataDir, connectionString: () => embeddedConnection(dataDir) }
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
afterAll(() => endHouse(root))

/** Bytes of media that runs have written into their scratch folders. */
function written(): number {
  const scratch = join(dataDir, 'scratch')
  const names = readdirSync(scratch, { recursive: true }).map(String)
  const media = names.filter((name) => /\.(m4s|mp4)$/.test(name))
  return media.reduce((sum, name) => sum + (statSync(join(scratch, name), { throwIfNoEntry: false })?.size ?? 0), 0)
}

/** Kills the server when the run of a step has written some of its output, and has it done again. */
async function killWhileWriting(step: string, pattern: string, clip: string): Promise<void> {
  gate.slowDown(step, pattern)
  const uid = await upload(creator, clip)
  const tool = await gate.slowed(step)
  await eventually('some of the output is on disk', () => written() > 0)
  expect(isAlive(tool)).toBe(true)
  await hoshi.kill()
  await eventually('the run died with its server', () => !isAlive(tool))
  gate.letGo(step)

  hoshi = await start()
  expect((await settled(creator, uid)).status).toEqual({ state: 'ready', percentComplete: 100 })
  const frames = await framesIn(clip)
  const renditions = await playedRenditions(home, uid)
  expect(renditions.length).toBeGreaterThan(0)
  for (const each of renditions) expect(each.frames).toBe(frames)
}

describe('kill -9 while ffmpeg writes', () => {
  it('costs no picture of a film that is cut as it is', async () => {
    const spec = { seconds: 20, keyframeSeconds: 1 }
    await killWhileWriting('copying', steps.copying, await makeClip(clips, { ...spec, isIndexLast: true }))
    await killWhileWriting('copying while it arrives', steps.arriving, await makeClip(clips, spec))
  })

  it('costs no picture where only the sound was being made, beside a source far larger', async () => {
    const spec = { seconds: 22, width: 640, height: 480, video: 'mpeg4', keyframeSeconds: 1 } as const
    await killWhileWriting('making the sound', steps.sound, await makeClip(clips, { ...spec, extra: ['-q:v', '1'] }))
  })

  it('costs no picture of the first rendition of a film that is encoded', async () => {
    const spec = { seconds: 20, width: 640, height: 480, video: 'mpeg4', keyframeSeconds: 1 } as const
    await killWhileWriting('encoding the first', steps.encoding(480, 360), await makeClip(clips, spec))
  })

  it('costs no picture of the renditions behind it', async () => {
    const spec = { seconds: 21, width: 640, height: 480, video: 'mpeg4', keyframeSeconds: 1 } as const
    await killWhileWriting('encoding the others', steps.encoding(640, 480), await makeClip(clips, spec))
  })

  it('leaves nothing that no row names', async () => {
    const { byRows, onDisk } = await tidiedUp(home)
    expect(onDisk).toEqual(byRows)
  })
})

describe('a film prepared while it arrives', () => {
  it('is neither measured nor copied again when all of it is there', async () => {
    gate.hold('measuring', steps.measuring)
    gate.hold('copying', steps.copying)
    const clip = await makeClip(clips, { seconds: 5 })
    const uid = await upload(creator, clip)
    await eventually('it plays', async () => (await videoOf(creator, uid)).status.state === 'ready')
    gate.letGo('measuring')
    gate.letGo('copying')
    expect((await playedRenditions(home, uid)).map(({ frames }) => frames)).toEqual([await framesIn(clip)])
  })
})
