import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { embeddedConnection } from '#tests/support/worlds/embedded-connection.server.ts'
import {
  destroyInstance,
  type HoshiProcess,
  isAlive,
  processesOf,
  startHoshi,
} from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { signalProcesses } from '#tests/support/worlds/signal-processes.ts'
import { framesByRendition, type Instance, postmasterOf, query, storageState } from './instance-state.ts'
import { createToolGate, steps } from './tool-gate.ts'
import { upload, videoOf, waitForFinalState } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-crash-'))
const dataDir = join(root, 'data')
const instance: Instance = { dataDir, connectionString: () => embeddedConnection(dataDir) }
const gate = createToolGate(join(root, 'gate'))
const clipToEncode = (seconds: number) =>
  makeClip(join(root, 'clips'), { seconds, width: 480, height: 360, video: 'mpeg4' })

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

afterEach(() => gate.release('encoding'))
afterAll(() => destroyInstance(root))

async function uploadUntilEncoding(clip: string): Promise<{ uid: string; tool: number }> {
  gate.block('encoding', steps.encoding(480, 360))
  const uid = await upload(creator, clip)
  return { uid, tool: await gate.blocked('encoding') }
}

async function publish(videoId: string, title: string): Promise<string> {
  const response = await creator.call('POST', '/api/v1/episodes', { title, genre: 'Drama', nsfw: false, videoId })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: string }).id
}

function isHealthy(): Promise<boolean> {
  return fetch(new URL('/healthz', hoshi.url), { signal: AbortSignal.timeout(3000) }).then(({ ok }) => ok)
}

describe('an episode deleted while its video is encoded', () => {
  it('is gone immediately, and its ffmpeg and its bytes soon after', async () => {
    const { uid, tool } = await uploadUntilEncoding(await clipToEncode(2))
    const id = await publish(uid, 'Deleted')
    expect((await creator.call('DELETE', `/api/v1/episodes/${id}`)).status).toBe(204)
    expect((await creator.call('GET', `/api/v1/videos/${uid}`)).status).toBe(404)
    expect((await creator.call('GET', `/api/v1/episodes/${id}`)).status).toBe(404)
    await eventually('the run has ended', () => !isAlive(tool))
    gate.release('encoding')
    await eventually('no byte is left', async () => (await storageState(instance)).onDisk.length === 0)
    expect(await query(instance, 'select uid from videos')).toEqual([])
  })
})

describe.runIf(process.getuid?.() === 0)('a start as root', () => {
  it('says where to read how to run Hoshi as a user of its own', () => {
    expect(hoshi.output()).toContain(
      'hoshi: running as root; docs/operate/service.md explains how to run Hoshi as a separate user\n',
    )
  })
})

describe('SIGTERM while a video is encoded', () => {
  it('ends everything cleanly without waiting for the encoder, uses up no attempt, and the next start finishes the video', async () => {
    const { uid } = await uploadUntilEncoding(await clipToEncode(2.5))
    const stream = await openEventStream(creator, '/api/v1/me/episodes/live')
    const before = hoshi.output().length
    process.kill(hoshi.pid, 'SIGTERM')
    expect(await hoshi.ended).toEqual({ code: 0, signal: null })
    expect(hoshi.output().slice(before)).toBe('hoshi: SIGTERM: stopping\nhoshi: stopped\n')
    expect(processesOf(dataDir)).toEqual([])
    await stream.ended

    hoshi = await start()
    await gate.blocked('encoding')
    const [job] = await query(
      instance,
      "select retry_limit - retry_count as attempts_left from pgboss.job where name = 'video.encode' and state = 'active'",
    )
    expect(job).toEqual({ attempts_left: 2 })
    gate.release('encoding')
    expect((await waitForFinalState(creator, uid)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
    expect(await framesByRendition(instance, uid)).toEqual([{ height: 360, frames: 60 }])
  })
})

describe('kill -9 of PostgreSQL while Hoshi serves', () => {
  it('recovers without a restart, and loses nothing acknowledged', async () => {
    const { uid } = await uploadUntilEncoding(await clipToEncode(3))
    const id = await publish(uid, 'Kept')
    const killed = postmasterOf(dataDir)
    process.kill(killed, 'SIGKILL')
    await eventually(
      'a new server runs and answers',
      async () => postmasterOf(dataDir) !== killed && (await isHealthy()),
    )
    expect(isAlive(hoshi.pid)).toBe(true)
    expect((await creator.call('GET', `/api/v1/episodes/${id}`)).status).toBe(200)
    gate.release('encoding')
    expect((await waitForFinalState(creator, uid)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
    const stranger = await fetch(new URL(`/api/v1/episodes/${id}`, hoshi.url))
    expect(stranger.status).toBe(200)
  })
})

describe('kill -9 of all processes', () => {
  it('recovers with the same command, and loses nothing acknowledged', async () => {
    const { uid } = await uploadUntilEncoding(await clipToEncode(3.5))
    const id = await publish(uid, 'Survivor')
    const everything = processesOf(dataDir).map(({ pid }) => pid)
    expect(everything.length).toBeGreaterThan(4)
    signalProcesses(everything, 'SIGKILL')
    await hoshi.ended
    gate.release('encoding')

    hoshi = await start()
    expect((await creator.call('GET', `/api/v1/episodes/${id}`)).status).toBe(200)
    expect((await waitForFinalState(creator, uid)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
    expect((await videoOf(creator, uid)).playback.hls).not.toBeNull()
  })
})
