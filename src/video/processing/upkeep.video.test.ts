import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Home, hurryUpkeep, query } from '#tests/crash/stored.ts'
import { requestUpload, send, settled, upload, videoOf } from '#tests/crash/tus.ts'
import { makeClip } from '#tests/support/clips.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createPerson, createStranger, type Person } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

let dir: string
let clip: string
let site: TestHoshi
let home: Home
let creator: Person
let now = new Date()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-upkeep-'))
  clip = await makeClip(dir, {})
  site = await createTestHoshi({ clock: { now: () => now } })
  home = { dataDir: site.dataDir, connectionString: () => site.connectionString }
  creator = await createPerson(site.url, 'creator')
})
afterAll(async () => {
  await site.close()
  await rm(dir, { recursive: true, force: true })
})

const original = (uid: string) => join(site.dataDir, 'files/originals', uid)
const media = (uid: string) => join(site.dataDir, 'files/media', uid)

/** A day and a minute later, by the clock that uploads expire by. */
async function aDayLater(): Promise<void> {
  now = new Date(now.getTime() + (24 * 60 + 1) * 60_000)
  await hurryUpkeep(home)
}

async function halfAnUpload(): Promise<{ uid: string; url: string }> {
  const target = await requestUpload(creator, clip)
  await send(creator, target, (await readFile(clip)).subarray(0, 1000), 0)
  return target
}

async function publish(videoId: string): Promise<string> {
  const words = { title: 'Half', genre: 'Drama', nsfw: false, videoId }
  return ((await (await creator.call('POST', '/api/v1/episodes', words)).json()) as { id: string }).id
}

describe('an upload that nobody went on with', () => {
  it('is gone after a day, row and bytes, when no episode stands on it', async () => {
    const { uid, url } = await halfAnUpload()
    await aDayLater()
    await eventually('the row is gone', async () => (await creator.call('GET', `/api/v1/videos/${uid}`)).status === 404)
    await eventually('the bytes are gone', () => !existsSync(original(uid)))
    expect((await creator.call('HEAD', url, undefined, { 'Tus-Resumable': '1.0.0' })).status).toBe(404)
  })

  it('becomes an error that its creator can read when an episode stands on it', async () => {
    const target = await halfAnUpload()
    const episode = await publish(target.uid)
    await aDayLater()
    expect((await settled(creator, target.uid)).status).toMatchObject({
      state: 'error',
      reasonCode: 'upload_expired',
      reason: 'The upload was not finished in time. Please upload the file again.',
    })
    await eventually('the bytes are gone', () => !existsSync(original(target.uid)))
    expect((await creator.call('GET', `/api/v1/episodes/${episode}`)).status).toBe(200)
    expect((await createStranger(site.url).call('GET', `/api/v1/episodes/${episode}`)).status).toBe(404)
    await expect(send(creator, target, new Uint8Array(10), 1000)).rejects.toThrow('410')
  })

  it('is finished instead when all its bytes had arrived before everything stood still for a day', async () => {
    const { uid } = await halfAnUpload()
    await copyFile(clip, original(uid))
    await aDayLater()
    expect((await settled(creator, uid)).status.state).toBe('ready')
  })
})

describe('a video whose row an operator deletes', () => {
  it('loses its bytes as well', async () => {
    const uid = await upload(creator, clip)
    await settled(creator, uid)
    await query(home, 'delete from videos where uid = $1', [uid])
    await hurryUpkeep(home)
    await eventually('the bytes are gone', () => !existsSync(original(uid)) && !existsSync(media(uid)))
    await eventually('nothing is left to do', async () => (await query(home, 'select from erasures')).length === 0)
  })
})

describe('what an attempt stored and nobody named', () => {
  it('is tidied away, and what is named stays', async () => {
    const uid = await upload(creator, clip)
    await settled(creator, uid)
    await mkdir(join(media(uid), 'left-by-a-dead-attempt'))
    const strangers = ['left-by-a-dead-attempt', 'poster-nobody-names.webp', 'preview-nobody-names.mp4']
    for (const name of strangers.slice(1)) await writeFile(join(media(uid), name), 'x')
    await hurryUpkeep(home)
    await eventually('what nobody names is gone', () => strangers.every((name) => !existsSync(join(media(uid), name))))
    const { playback } = await videoOf(creator, uid)
    const sheet = playback.storyboard?.replace('.vtt', '.webp')
    for (const path of [...Object.values(playback), sheet]) {
      expect((await creator.call('GET', path ?? '')).status).toBe(200)
    }
    expect(await (await creator.call('GET', playback.storyboard ?? '')).text()).toContain(
      `${basename(sheet ?? '')}#xywh=`,
    )
  })
})

describe('a video that failed on our side', () => {
  it('is made from the bytes that are still there when its creator asks for another try', async () => {
    const uid = await upload(creator, clip)
    await settled(creator, uid)
    await query(home, 'delete from renditions where video_uid = $1', [uid])
    await query(
      home,
      `update videos set state = 'error', reason_code = 'processing_failed', master_name = null, poster_name = null,
        preview_name = null, storyboard_name = null where uid = $1`,
      [uid],
    )
    const answer = await creator.call('POST', `/api/v1/videos/${uid}/retry`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ status: { state: 'queued', percentComplete: 0 } })
    expect((await settled(creator, uid)).status).toEqual({ state: 'ready', percentComplete: 100 })
  })

  it('is nobody else’s to try again', async () => {
    const uid = await upload(creator, clip)
    const other = await createPerson(site.url, 'creator')
    expect((await other.call('POST', `/api/v1/videos/${uid}/retry`)).status).toBe(404)
    await settled(creator, uid)
    expect((await creator.call('POST', `/api/v1/videos/${uid}/retry`)).status).toBe(409)
  })
})
