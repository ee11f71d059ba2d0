import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openVideoRooms, type VideoRooms } from '#tests/support/video-rooms.server.ts'
import type { Video } from './video.ts'
import type { VideoHost } from './video-host.ts'

const run = promisify(execFile)
let on: VideoRooms
let host: VideoHost
let dir: string
let uid: string
let automatic: string

beforeAll(async () => {
  on = await openVideoRooms()
  host = on.open(null).host
  dir = join(on.parts.scratchDir, 'made')
  await mkdir(dir)
  const film = await make('film.mp4', ...film3, '-c:v', 'libx264', '-g', '48', '-pix_fmt', 'yuv420p')
  uid = await addFilm(film)
  automatic = posterOf(await host.get(on.creator, uid))
})

afterAll(() => on?.close())

/** Three seconds of each: red, green, blue. 640 by 360. */
const film3 = [
  ...['red', 'lime', 'blue'].flatMap((colour) => ['-f', 'lavfi', '-i', `color=${colour}:s=640x360:r=24:d=3`]),
  ...['-filter_complex', '[0][1][2]concat=n=3'],
]

async function make(name: string, ...args: string[]): Promise<string> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, join(dir, name)])
  return join(dir, name)
}

const picture = async (size: string, name = `${size}.png`) =>
  readFile(await make(name, '-f', 'lavfi', '-i', `color=yellow:s=${size}`, '-frames:v', '1'))

/** What a worker makes of a file. */
async function addFilm(path: string): Promise<string> {
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

const fileOf = (address: string) => join(on.parts.scratchDir, 'files', address)
const postersThere = async () =>
  (await on.parts.storage.children(`media/${uid}`)).filter((name) => name.startsWith('poster-')).length

async function sizeOf(address: string): Promise<string> {
  const show = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0']
  return (await run('ffprobe', [...show, fileOf(address)])).stdout.trim()
}

/** Rough [red, green, blue] of a poster, each 0 to 2. */
async function colourOf(address: string): Promise<number[]> {
  const args = ['-v', 'error', '-i', fileOf(address), '-vf', 'scale=1:1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer' })
  return [...stdout.subarray(0, 3)].map((value) => Math.round(value / 128))
}

const code = (call: Promise<unknown>) => call.then(String, (thrown: { code?: string }) => thrown.code ?? thrown)

describe('the picture of a video', () => {
  test.each([
    [0, [2, 0, 0]],
    [2.9, [2, 0, 0]],
    [3, [0, 2, 0]],
    [5.5, [0, 2, 0]],
    [6, [0, 0, 2]],
    [9, [0, 0, 2]],
  ])('is the frame at %d seconds, when its creator asks for that', async (atSeconds, colour) => {
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
  ])('is a picture of %s in its own shape, within that of the video', async (size, fitted) => {
    const chosen = await host.choosePoster(on.creator, uid, { picture: new Blob([await picture(size)]) })
    expect(await sizeOf(posterOf(chosen))).toBe(fitted)
    expect(await colourOf(posterOf(chosen))).toEqual([2, 2, 0])
    expect((await readFile(fileOf(posterOf(chosen)))).toString('latin1', 8, 12)).toBe('WEBP')
  })

  test('has a new address each time, and the automatic one keeps its own', async () => {
    const one = posterOf(await host.choosePoster(on.creator, uid, { atSeconds: 1 }))
    const other = posterOf(await host.choosePoster(on.creator, uid, { atSeconds: 1 }))
    expect(new Set([one, other, automatic]).size).toBe(3)
    const back = await host.dropPoster(on.creator, uid)
    expect(back).toMatchObject({ hasChosenPoster: false, playback: { poster: automatic } })
    expect(await host.get(on.creator, uid)).toEqual(back)
  })

  test('leaves nothing behind but what is shown and what can be gone back to', async () => {
    await host.choosePoster(on.creator, uid, { atSeconds: 1 })
    const last = posterOf(await host.choosePoster(on.creator, uid, { atSeconds: 4 }))
    expect(await postersThere()).toBeGreaterThan(2)
    await on.run('video.tidy', { uid })
    expect(await postersThere()).toBe(2)
    expect(await colourOf(last)).toEqual([0, 2, 0])
    await host.dropPoster(on.creator, uid)
    await on.run('video.tidy', { uid })
    expect(await postersThere()).toBe(1)
    expect(await sizeOf(automatic)).toBe('640,360')
  })

  test('stays as it is when another is refused', async () => {
    const before = await host.get(on.creator, uid)
    const file = await picture('300x300')
    const vast = await picture('7000x6000')
    for (const wrong of [file.subarray(0, 40), vast])
      expect(await code(host.choosePoster(on.creator, uid, { picture: new Blob([wrong]) }))).toBe(
        'video.poster_unreadable',
      )
    const clip = await readFile(join(dir, 'film.mp4'))
    expect(await code(host.choosePoster(on.creator, uid, { picture: new Blob([clip]) }))).toBe(
      'video.poster_no_picture',
    )
    expect(await host.get(on.creator, uid)).toEqual(before)
    expect(await postersThere()).toBe(1)
  })

  test('goes with its video, also when that is removed in the middle of choosing', async () => {
    const film = await addFilm(join(dir, 'film.mp4'))
    const choosing = host.choosePoster(on.creator, film, { atSeconds: 4 })
    await host.remove(on.creator, film)
    // Whichever was first: what is chosen of a removed video is refused, and nothing stands anywhere.
    expect(['[object Object]', 'video.not_found']).toContain(await code(choosing))
    await on.run('video.erase', { uid: film })
    expect(await on.parts.storage.children(`media/${film}`)).toEqual([])
  })
})
