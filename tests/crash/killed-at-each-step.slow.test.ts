import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClip } from '#tests/support/clips.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { endHouse, freePort, type HoshiProcess, isAlive, startHoshi } from '#tests/support/hoshi-process.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import {
  embeddedConnection,
  framesIn,
  type Home,
  hashOf,
  hurryUpkeep,
  query,
  renditionFrames,
  tidiedUp,
} from './stored.ts'
import { createToolGate, steps } from './tool-gate.ts'
import { beginSending, offsetOf, requestUpload, send, settled, upload, type VideoSeen, videoOf } from './tus.ts'

/** A video that a `kill -9` met at a step of its own. */
interface Victim {
  clip: string
  uid: string
}

const root = mkdtempSync(join(tmpdir(), 'hoshi-crash-'))
const dataDir = join(root, 'data')
const home: Home = { dataDir, connectionString: () => embeddedConnection(dataDir) }
const gate = createToolGate(join(root, 'gate'))
const original = (uid: string) => join(dataDir, 'files/originals', uid)

let hoshi: HoshiProcess
let creator: Person
let start: () => Promise<HoshiProcess>

const heldSteps = ['making the poster', 'making the preview', 'copying while it arrives', 'copying', 'measuring']
const victims = new Map<string, Victim>()
const ends = new Map<string, VideoSeen>()
const seen = {
  toolsKilled: [] as number[],
  toolsAlive: [] as number[],
  acknowledged: 0,
  offsetAfterRestart: 0,
  offsetOfComplete: 0,
  betweenRenditions: null as VideoSeen | null,
}

function victim(step: string): Victim {
  const found = victims.get(step)
  if (!found) throw new Error(`Nothing was hit while ${step}.`)
  return found
}

function halfOf(clip: string): Buffer {
  const bytes = readFileSync(clip)
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

async function meetStep(step: string, pattern: string, clip: string): Promise<void> {
  gate.hold(step, pattern)
  victims.set(step, { clip, uid: await upload(creator, clip) })
  seen.toolsKilled.push(await gate.held(step))
}

async function endOf(step: string): Promise<void> {
  ends.set(step, await settled(creator, victim(step).uid))
}

/** One server, killed with something standing at every step; then killed again at the second rendition. */
beforeAll(async () => {
  mkdirSync(dataDir)
  const clips = join(root, 'clips')
  const port = await freePort()
  start = () => startHoshi({ PORT: port, DATA_DIR: dataDir, ...gate.environment })
  const plain = (seconds: number) => makeClip(clips, { seconds })
  const indexLast = (seconds: number) => makeClip(clips, { seconds, isIndexLast: true })
  const foreign = await makeClip(clips, {
    seconds: 3,
    width: 640,
    height: 480,
    video: 'vp9',
    audio: 'opus',
    container: 'webm',
  })

  hoshi = await start()
  creator = await createPerson(hoshi.url, 'creator')
  await meetStep('encoding the first rendition', steps.encoding(480, 360), foreign)
  await meetStep('making the poster', steps.poster, await plain(2))
  await meetStep('making the preview', steps.preview, await plain(2.25))
  await meetStep('copying while it arrives', steps.arriving, await plain(2.75))
  await meetStep('copying', steps.copying, await indexLast(2.5))
  await meetStep('measuring', steps.measuring, await indexLast(3))

  const half = await plain(3.5)
  const sending = await requestUpload(creator, half)
  seen.acknowledged = await send(creator, sending, halfOf(half).subarray(0, 20_000), 0)
  await beginSending(sending, halfOf(half).subarray(20_000), 20_000, statSync(half).size)
  await eventually('more than was acknowledged is on disk', () => statSync(original(sending.uid)).size > 20_000)
  victims.set('sending', { clip: half, uid: sending.uid })

  const asked = await plain(4)
  const complete = await requestUpload(creator, asked)
  await send(creator, complete, halfOf(asked), 0)
  victims.set('recording the last byte, and its client asks', { clip: asked, uid: complete.uid })
  const forgotten = await plain(4.5)
  const left = await requestUpload(creator, forgotten)
  await send(creator, left, halfOf(forgotten), 0)
  victims.set('recording the last byte, and nobody asks', { clip: forgotten, uid: left.uid })

  await hoshi.kill()
  await eventually('the tools died with their server', () => !seen.toolsKilled.some(isAlive)).catch(() => {})
  seen.toolsAlive = seen.toolsKilled.filter(isAlive)
  copyFileSync(asked, original(complete.uid))
  copyFileSync(forgotten, original(left.uid))
  for (const step of [...heldSteps, 'encoding the first rendition']) gate.letGo(step)
  gate.hold('encoding the second rendition', steps.encoding(640, 480))

  hoshi = await start()
  seen.offsetAfterRestart = await offsetOf(creator, sending)
  await send(creator, sending, readFileSync(half).subarray(seen.offsetAfterRestart), seen.offsetAfterRestart)
  seen.offsetOfComplete = await offsetOf(creator, complete)
  await hurryUpkeep(home)
  for (const step of victims.keys()) if (step !== 'encoding the first rendition') await endOf(step)

  await gate.held('encoding the second rendition')
  seen.betweenRenditions = await videoOf(creator, victim('encoding the first rendition').uid)
  await hoshi.kill()
  gate.letGo('encoding the second rendition')
  hoshi = await start()
  await endOf('encoding the first rendition')
}, 240_000)

afterAll(() => endHouse(root))

describe('after kill -9', () => {
  it('leaves no ffmpeg or ffprobe running', () => {
    expect(seen.toolsKilled).toHaveLength(6)
    expect(seen.toolsAlive).toEqual([])
  })

  it('still has every byte of an upload that it acknowledged', () => {
    expect(seen.offsetAfterRestart).toBeGreaterThanOrEqual(seen.acknowledged)
  })

  it('tells a client whose last byte arrived that nothing is left to send', () => {
    expect(seen.offsetOfComplete).toBe(statSync(victim('recording the last byte, and its client asks').clip).size)
  })

  it('plays what was finished before, while the second rendition is made again', () => {
    expect(seen.betweenRenditions?.status).toMatchObject({ state: 'ready', percentComplete: 36 })
  })

  it.each([
    'sending',
    'recording the last byte, and its client asks',
    'recording the last byte, and nobody asks',
    ...heldSteps,
  ])('makes a video of the file that it was killed at while %s', async (step) => {
    const { clip, uid } = victim(step)
    expect(ends.get(step)?.status).toMatchObject({ state: 'ready', percentComplete: 100 })
    expect(hashOf(original(uid))).toBe(hashOf(clip))
    expect(await renditionFrames(home, uid)).toEqual([{ height: 180, frames: await framesIn(clip) }])
  })

  it('makes each rendition once, in full, when it was killed while encoding the first and the second', async () => {
    const { clip, uid } = victim('encoding the first rendition')
    const frames = await framesIn(clip)
    expect(ends.get('encoding the first rendition')?.status).toMatchObject({ state: 'ready', percentComplete: 100 })
    expect(await renditionFrames(home, uid)).toEqual([
      { height: 360, frames },
      { height: 480, frames },
    ])
  })

  it('keeps exactly the bytes that the rows name', async () => {
    const { byRows, onDisk } = await tidiedUp(home)
    expect(onDisk).toEqual(byRows)
    // The upload; playlist, poster, preview, the two of the storyboard, and the first rendition; one second rendition.
    expect(byRows).toHaveLength(9 + 9 * 6 + 1)
  })

  it('has no job left over', async () => {
    const left =
      "name in ('video.measure', 'video.encode', 'video.ladder', 'video.poster', 'video.glimpses') and state <> 'completed'"
    expect(await query(home, `select name, state, data from pgboss.job where ${left}`)).toEqual([])
  })
})
