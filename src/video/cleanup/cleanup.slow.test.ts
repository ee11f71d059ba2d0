import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueueCleanup, type Instance, query } from '#tests/crash/instance-state.ts'
import { requestUpload, send, upload, videoOf, waitForFinalState } from '#tests/crash/tus.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let dir: string
let clip: string
let site: TestHoshi
let home: Instance
let creator: Person
let now = new Date()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-cleanup-'))
  clip = await makeClip(dir, {})
  site = await createTestHoshi({ worksJobs: true, clock: { now: () => now } })
  home = { dataDir: site.dataDir, connectionString: () => site.connectionString }
  creator = await createPerson(site.url, 'creator')
})
afterAll(async () => {
  await site.close()
  await rm(dir, { recursive: true, force: true })
})

const original = (uid: string) => join(site.dataDir, 'files/originals', uid)
const media = (uid: string) => join(site.dataDir, 'files/media', uid)

/** Advances the clock of the site by a day and a minute, and has the due cleanup done. */
async function aDayLater(): Promise<void> {
  now = new Date(now.getTime() + (24 * 60 + 1) * 60_000)
  await enqueueCleanup(home)
}

async function halfAnUpload(): Promise<{ uid: string; url: string }> {
  const target = await requestUpload(creator, clip)
  await send(creator, target, (await readFile(clip)).subarray(0, 1000), 0)
  return target
}

async function publish(videoId: string): Promise<string> {
  const body = { title: 'Half', genre: 'Drama', nsfw: false, videoId }
  return ((await (await creator.call('POST', '/api/v1/episodes', body)).json()) as { id: string }).id
}

describe('an abandoned upload', () => {
  it('is removed after a day, row and bytes, when no episode uses it', async () => {
    const { uid, url } = await halfAnUpload()
    await aDayLater()
    await eventually('the row is gone', async () => (await creator.call('GET', `/api/v1/videos/${uid}`)).status === 404)
    await eventually('the bytes are gone', () => !existsSync(original(uid)))
    expect((await creator.call('HEAD', url, undefined, { 'Tus-Resumable': '1.0.0' })).status).toBe(404)
  })

  it('becomes an error that its creator can read when an episode uses it', async () => {
    const target = await halfAnUpload()
    const episode = await publish(target.uid)
    await aDayLater()
    expect((await waitForFinalState(creator, target.uid)).status).toMatchObject({
      state: 'error',
      reasonCode: 'upload_expired',
      reason: 'The upload was not finished in time. Please upload the file again.',
    })
    await eventually('the bytes are gone', () => !existsSync(original(target.uid)))
    expect((await creator.call('GET', `/api/v1/episodes/${episode}`)).status).toBe(200)
    expect((await createStranger(site.url).call('GET', `/api/v1/episodes/${episode}`)).status).toBe(404)
    await expect(send(creator, target, new Uint8Array(10), 1000)).rejects.toThrow('410')
  })

  it('is finished instead when all its bytes had arrived', async () => {
    const { uid } = await halfAnUpload()
    await copyFile(clip, original(uid))
    await aDayLater()
    expect((await waitForFinalState(creator, uid)).status.state).toBe('ready')
  })
})

describe('a video whose row an operator deletes', () => {
  it('loses its bytes as well', async () => {
    const uid = await upload(creator, clip)
    await waitForFinalState(creator, uid)
    await query(home, 'delete from videos where uid = $1', [uid])
    await enqueueCleanup(home)
    await eventually('the bytes are gone', () => !existsSync(original(uid)) && !existsSync(media(uid)))
    await eventually('nothing is left to do', async () => (await query(home, 'select from erasures')).length === 0)
  })
})

describe('files that an attempt stored and no row names', () => {
  it('are cleaned up, and named files stay', async () => {
    const uid = await upload(creator, clip)
    await waitForFinalState(creator, uid)
    await mkdir(join(media(uid), 'left-by-a-dead-attempt'))
    const strays = ['left-by-a-dead-attempt', 'poster-nobody-names.webp', 'preview-nobody-names.mp4']
    for (const name of strays.slice(1)) await writeFile(join(media(uid), name), 'x')
    await enqueueCleanup(home)
    await eventually('unnamed files are gone', () => strays.every((name) => !existsSync(join(media(uid), name))))
    const { playback } = await videoOf(creator, uid)
    const sprite = playback.storyboard?.replace('.vtt', '.webp')
    for (const path of [...Object.values(playback), sprite]) {
      expect((await creator.call('GET', path ?? '')).status).toBe(200)
    }
    expect(await (await creator.call('GET', playback.storyboard ?? '')).text()).toContain(
      `${basename(sprite ?? '')}#xywh=`,
    )
  })
})

describe('a video that failed on our side', () => {
  it('is made again from its stored bytes when its creator retries', async () => {
    const uid = await upload(creator, clip)
    await waitForFinalState(creator, uid)
    await query(home, 'delete from renditions where video_uid = $1', [uid])
    await query(
      home,
      `update videos set state = 'error', reason_code = 'processing_failed', master_name = null, poster_name = null,
        preview_name = null, storyboard_name = null where uid = $1`,
      [uid],
    )
    const response = await creator.call('POST', `/api/v1/videos/${uid}/retry`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ status: { state: 'queued', percentComplete: 0 } })
    expect((await waitForFinalState(creator, uid)).status).toEqual({ state: 'ready', percentComplete: 100 })
  })

  it('cannot be retried by anybody else, nor once it plays', async () => {
    const uid = await upload(creator, clip)
    const other = await createPerson(site.url, 'creator')
    expect((await other.call('POST', `/api/v1/videos/${uid}/retry`)).status).toBe(404)
    await waitForFinalState(creator, uid)
    expect((await creator.call('POST', `/api/v1/videos/${uid}/retry`)).status).toBe(409)
  })
})
