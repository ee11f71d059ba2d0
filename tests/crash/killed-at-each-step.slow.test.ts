import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { embeddedConnection } from '#tests/support/worlds/embedded-connection.server.ts'
import { destroyInstance, type HoshiProcess, isAlive, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import {
  countFrames,
  enqueueCleanup,
  framesByRendition,
  hashOf,
  type Instance,
  killHoshi,
  query,
  storageAfterCleanup,
} from './instance-state.ts'
import { createToolGate, steps } from './tool-gate.ts'
import {
  offsetOf,
  requestUpload,
  send,
  sendAndStall,
  upload,
  type VideoResponse,
  videoOf,
  waitForFinalState,
} from './tus.ts'

/** A video whose own step a `kill -9` interrupted. */
interface InterruptedVideo {
  clip: string
  uid: string
}

const root = mkdtempSync(join(tmpdir(), 'hoshi-crash-'))
const dataDir = join(root, 'data')
const instance: Instance = { dataDir, connectionString: () => embeddedConnection(dataDir) }
const gate = createToolGate(join(root, 'gate'))
const original = (uid: string) => join(dataDir, 'files/originals', uid)

let hoshi: HoshiProcess
let creator: Person
let start: () => Promise<HoshiProcess>

const blockedSteps = ['making the poster', 'making the preview', 'copying during upload', 'copying', 'probing']
const interrupted = new Map<string, InterruptedVideo>()
const finalStates = new Map<string, VideoResponse>()
const seen = {
  toolsKilled: [] as number[],
  toolsAlive: [] as number[],
  acknowledgedOffset: 0,
  offsetAfterRestart: 0,
  offsetOfComplete: 0,
  betweenRenditions: null as VideoResponse | null,
}

function interruptedAt(step: string): InterruptedVideo {
  const found = interrupted.get(step)
  if (!found) throw new Error(`Nothing was hit while ${step}.`)
  return found
}

function halfOf(clip: string): Buffer {
  const bytes = readFileSync(clip)
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

async function blockAt(step: string, pattern: string, clip: string): Promise<void> {
  gate.block(step, pattern)
  interrupted.set(step, { clip, uid: await upload(creator, clip) })
  seen.toolsKilled.push(await gate.blocked(step))
}

async function killWithTools(): Promise<void> {
  await killHoshi(hoshi, instance)
  await eventually('the tools died with their server', () => !seen.toolsKilled.some(isAlive)).catch(() => {})
  seen.toolsAlive.push(...seen.toolsKilled.filter(isAlive))
}

async function recordFinalState(step: string): Promise<void> {
  finalStates.set(step, await waitForFinalState(creator, interruptedAt(step).uid))
}

/**
 * One server, killed with a video held at every step; then killed at a second rendition, and at the comparison of
 * another video's two. One job loses one attempt at most: on a stalled machine a heartbeat may cost it another.
 */
beforeAll(async () => {
  mkdirSync(dataDir)
  const clips = join(root, 'clips')
  const port = await freePort()
  start = () => startHoshi({ PORT: port, DATA_DIR: dataDir, ...gate.environment })
  const clipOf = (seconds: number) => makeClip(clips, { seconds })
  const indexLast = (seconds: number) => makeClip(clips, { seconds, isIndexLast: true })
  const clipToEncode = (seconds: number) =>
    makeClip(clips, { seconds, width: 960, height: 540, video: 'vp9', audio: 'opus', container: 'webm' })

  hoshi = await start()
  creator = await createPerson(hoshi.url, 'creator')
  await blockAt('encoding the first rendition', steps.encoding(640, 360), await clipToEncode(3))
  await blockAt('making the poster', steps.poster, await clipOf(2))
  await blockAt('making the preview', steps.preview, await clipOf(2.25))
  await blockAt('copying during upload', steps.ingesting, await clipOf(2.75))
  await blockAt('copying', steps.copying, await indexLast(2.5))
  await blockAt('probing', steps.probing, await indexLast(3))

  const half = await clipOf(3.5)
  const sending = await requestUpload(creator, half)
  seen.acknowledgedOffset = await send(creator, sending, halfOf(half).subarray(0, 20_000), 0)
  await sendAndStall(sending, halfOf(half).subarray(20_000), 20_000, statSync(half).size)
  await eventually('more than was acknowledged is on disk', () => statSync(original(sending.uid)).size > 20_000)
  interrupted.set('sending', { clip: half, uid: sending.uid })

  const finishedClip = await clipOf(4)
  const finished = await requestUpload(creator, finishedClip)
  await send(creator, finished, halfOf(finishedClip), 0)
  interrupted.set('recording the last byte, and its client asks', { clip: finishedClip, uid: finished.uid })
  const abandonedClip = await clipOf(4.5)
  const abandoned = await requestUpload(creator, abandonedClip)
  await send(creator, abandoned, halfOf(abandonedClip), 0)
  interrupted.set('recording the last byte, and nobody asks', { clip: abandonedClip, uid: abandoned.uid })

  await killWithTools()
  copyFileSync(finishedClip, original(finished.uid))
  copyFileSync(abandonedClip, original(abandoned.uid))
  for (const step of [...blockedSteps, 'encoding the first rendition']) gate.release(step)
  gate.block('encoding the second rendition', steps.encoding(960, 540))

  hoshi = await start()
  seen.offsetAfterRestart = await offsetOf(creator, sending)
  await send(creator, sending, readFileSync(half).subarray(seen.offsetAfterRestart), seen.offsetAfterRestart)
  seen.offsetOfComplete = await offsetOf(creator, finished)
  await enqueueCleanup(instance)
  for (const step of interrupted.keys()) if (step !== 'encoding the first rendition') await recordFinalState(step)

  await gate.blocked('encoding the second rendition')
  seen.betweenRenditions = await videoOf(creator, interruptedAt('encoding the first rendition').uid)
  await killHoshi(hoshi, instance)
  gate.release('encoding the second rendition')
  hoshi = await start()
  await recordFinalState('encoding the first rendition')

  await blockAt('comparing two renditions', steps.comparing, await clipToEncode(2))
  await killWithTools()
  gate.release('comparing two renditions')
  hoshi = await start()
  await recordFinalState('comparing two renditions')
})

afterAll(() => destroyInstance(root))

describe('after kill -9', () => {
  it('leaves no ffmpeg or ffprobe running', () => {
    expect(seen.toolsKilled).toHaveLength(7)
    expect(seen.toolsAlive).toEqual([])
  })

  it('still has every byte of an upload that it acknowledged', () => {
    expect(seen.offsetAfterRestart).toBeGreaterThanOrEqual(seen.acknowledgedOffset)
  })

  it('reports to a client whose last byte arrived that nothing is left to send', () => {
    expect(seen.offsetOfComplete).toBe(
      statSync(interruptedAt('recording the last byte, and its client asks').clip).size,
    )
  })

  it('plays the finished rendition while the second is made again', () => {
    expect(seen.betweenRenditions?.status).toMatchObject({ state: 'ready', percentComplete: 23 })
  })

  it.each([
    'sending',
    'recording the last byte, and its client asks',
    'recording the last byte, and nobody asks',
    ...blockedSteps,
  ])('makes a video of the file when it was killed while %s', async (step) => {
    const { clip, uid } = interruptedAt(step)
    expect(finalStates.get(step)?.status).toMatchObject({ state: 'ready', percentComplete: 100 })
    expect(hashOf(original(uid))).toBe(hashOf(clip))
    expect(await framesByRendition(instance, uid)).toEqual([{ height: 180, frames: await countFrames(clip) }])
  })

  it.each(['encoding the first rendition', 'comparing two renditions'])(
    'makes each rendition once and complete when killed while %s',
    async (step) => {
      const { clip, uid } = interruptedAt(step)
      const frames = await countFrames(clip)
      expect(finalStates.get(step)?.status).toMatchObject({ state: 'ready', percentComplete: 100 })
      expect(await framesByRendition(instance, uid)).toEqual([
        { height: 360, frames },
        { height: 540, frames },
      ])
    },
  )

  it('keeps exactly the bytes that the rows name', async () => {
    const { byRows, onDisk } = await storageAfterCleanup(instance)
    expect(onDisk).toEqual(byRows)
    // Of ten videos: the upload; playlist, four posters, preview, the two of the storyboard, and the first rendition. Of the
    // two with a second rendition: that one, one that was replaced and may still be watched, and the large poster.
    expect(byRows.filter((key) => !key.includes('/file-'))).toHaveLength(10 + 10 * 9 + 2 * 3)
  })

  it('leaves no job behind', async () => {
    const left =
      "name in ('video.measure', 'video.encode', 'video.ladder', 'video.poster', 'video.glimpses') and state <> 'completed'"
    expect(await query(instance, `select name, state, data from pgboss.job where ${left}`)).toEqual([])
  })
})
