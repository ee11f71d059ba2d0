import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bt709Tags } from '#tests/support/media/colour-tags.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import { createVideo } from '../video.server.ts'
import type { Video } from '../video.ts'
import type { VideoHost } from '../video-host.ts'

const run = promisify(execFile)
let on: VideoFixture
let host: VideoHost
let dir: string
let uid: string
let automatic: string

beforeAll(async () => {
  on = await openVideoFixture()
  host = on.open(null).host
  dir = join(on.parts.scratchDir, 'made')
  await mkdir(dir)
  const path = await make(
    'film.mp4',
    ...threeColours,
    '-c:v',
    'libx264',
    '-g',
    '48',
    '-pix_fmt',
    'yuv420p',
    ...bt709Tags,
  )
  uid = await addVideo(path)
  automatic = posterOf(await host.get(on.creator, uid))
})

afterAll(() => on?.close())

/** Three seconds of each: red, green, blue. 640 by 360. */
const threeColours = [
  ...['red', 'lime', 'blue'].flatMap((colour) => ['-f', 'lavfi', '-i', `color=${colour}:s=640x360:r=24:d=3`]),
  ...['-filter_complex', '[0][1][2]concat=n=3'],
]

async function make(name: string, ...args: string[]): Promise<string> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, join(dir, name)])
  return join(dir, name)
}

const image = async (size: string, name = `${size}.png`) =>
  readFile(await make(name, '-f', 'lavfi', '-i', `color=yellow:s=${size}`, '-frames:v', '1'))

/** A video of this file, as a worker leaves it. */
async function addVideo(path: string): Promise<string> {
  const { size } = await stat(path)
  const { uid } = await host.requestUpload(on.creator, { name: 'film.mp4', sizeBytes: size })
  await copyFile(path, join(on.parts.scratchDir, 'files/originals', uid))
  await sql`update videos set state = 'queued', received_at = now() where uid = ${uid}`.execute(on.db)
  for (const job of ['video.measure', 'video.poster']) await on.run(job, { uid })
  return uid
}

function posterOf({ playback }: Video): string {
  expect(playback.poster).toMatch(new RegExp(`^/media/${uid}/poster-[0-9a-z]{26}\\.webp$`))
  return playback.poster ?? ''
}

const fileOf = (url: string) => join(on.parts.scratchDir, 'files', url)
const countPosters = async () =>
  (await on.parts.storage.children(`media/${uid}`)).filter((name) => name.startsWith('poster-')).length

async function sizeOf(url: string): Promise<string> {
  const args = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0']
  return (await run('ffprobe', [...args, fileOf(url)])).stdout.trim()
}

/** Rough [red, green, blue] of a poster, each 0 to 2. */
async function colourOf(url: string): Promise<number[]> {
  const args = ['-v', 'error', '-i', fileOf(url), '-vf', 'scale=1:1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer' })
  return [...stdout.subarray(0, 3)].map((value) => Math.round(value / 128))
}

const code = (call: Promise<unknown>) => call.then(String, (thrown: { code?: string }) => thrown.code ?? thrown)

describe('the poster of a video', () => {
  test.each([
    [0, [2, 0, 0]],
    [2.9, [2, 0, 0]],
    [3, [0, 2, 0]],
    [5.5, [0, 2, 0]],
    [6, [0, 0, 2]],
    [9, [0, 0, 2]],
  ])('is the frame at %d seconds when its creator chooses it', async (atSeconds, colour) => {
    const chosen = await host.choosePoster(on.creator, uid, { atSeconds })
    expect(chosen.hasChosenPoster).toBe(true)
    expect(await colourOf(posterOf(chosen))).toEqual(colour)
    expect(await sizeOf(posterOf(chosen))).toBe('640,360')
  })

  test.each([
    ['1600x900', '640,360'],
    ['1000x1000', '360,360'],
    ['400x1200', '120,360'],
    ['100x80', '100,80'],
  ])('is an image of %s in its own shape, within that of the video', async (size, fitted) => {
    const chosen = await host.choosePoster(on.creator, uid, { image: new Blob([await image(size)]) })
    expect(await sizeOf(posterOf(chosen))).toBe(fitted)
    expect(await colourOf(posterOf(chosen))).toEqual([2, 2, 0])
    expect((await readFile(fileOf(posterOf(chosen)))).toString('latin1', 8, 12)).toBe('WEBP')
  })

  test('has a new URL each time, and the automatic one keeps its own', async () => {
    const one = posterOf(await host.choosePoster(on.creator, uid, { atSeconds: 1 }))
    const other = posterOf(await host.choosePoster(on.creator, uid, { atSeconds: 1 }))
    expect(new Set([one, other, automatic]).size).toBe(3)
    const back = await host.dropPoster(on.creator, uid)
    expect(back).toMatchObject({ hasChosenPoster: false, playback: { poster: automatic } })
    expect(await host.get(on.creator, uid)).toEqual(back)
  })

  test('leaves only the shown and the automatic one after cleanup', async () => {
    await host.choosePoster(on.creator, uid, { atSeconds: 1 })
    const last = posterOf(await host.choosePoster(on.creator, uid, { atSeconds: 4 }))
    expect(await countPosters()).toBeGreaterThan(2)
    await on.run('video.tidy', { uid })
    expect(await countPosters()).toBe(2)
    expect(await colourOf(last)).toEqual([0, 2, 0])
    await host.dropPoster(on.creator, uid)
    await on.run('video.tidy', { uid })
    expect(await countPosters()).toBe(1)
    expect(await sizeOf(automatic)).toBe('640,360')
  })

  test('is unchanged when another is refused', async () => {
    const before = await host.get(on.creator, uid)
    const file = await image('300x300')
    const vast = await image('7000x6000')
    for (const wrong of [file.subarray(0, 40), vast])
      expect(await code(host.choosePoster(on.creator, uid, { image: new Blob([wrong]) }))).toBe(
        'video.poster_unreadable',
      )
    const clip = await readFile(join(dir, 'film.mp4'))
    expect(await code(host.choosePoster(on.creator, uid, { image: new Blob([clip]) }))).toBe('video.poster_no_picture')
    expect(await host.get(on.creator, uid)).toEqual(before)
    expect(await countPosters()).toBe(1)
  })

  test('is stored again, without a lock on its row, when a cleanup removed it before the row named it', async () => {
    const { storage } = on.parts
    let puts = 0
    const putFile = async (key: string, path: string) => {
      puts += 1
      // Fails while a transaction locks the row.
      await sql`select from videos where uid = ${uid} for update nowait`.execute(on.db)
      await storage.putFile(key, path)
      if (puts === 1) await storage.remove(key)
    }
    const other = createVideo({ ...on.parts, storage: { ...storage, putFile } })
    const chosen = await other.host.choosePoster(on.creator, uid, { atSeconds: 4 }).finally(other.close)
    expect([puts, await colourOf(posterOf(chosen))]).toEqual([2, [0, 2, 0]])
  })

  test('is removed with its video, even in the middle of choosing', async () => {
    const removedUid = await addVideo(join(dir, 'film.mp4'))
    const choosing = host.choosePoster(on.creator, removedUid, { atSeconds: 4 })
    await host.remove(on.creator, removedUid)
    // In either order: a choice for a removed video is refused, and no file is left.
    expect(['[object Object]', 'video.not_found']).toContain(await code(choosing))
    await on.run('video.erase', { uid: removedUid })
    expect(await on.parts.storage.children(`media/${removedUid}`)).toEqual([])
  })
})
