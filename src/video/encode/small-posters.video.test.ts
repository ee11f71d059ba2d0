import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bt709Tags } from '#tests/support/media/colour-tags.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import type { VideoHost } from '../video-host.ts'

const run = promisify(execFile)
let on: VideoFixture
let host: VideoHost
let dir: string
let uid: string

beforeAll(async () => {
  on = await openVideoFixture()
  host = on.open(null).host
  dir = join(on.parts.scratchDir, 'made')
  await mkdir(dir)
  const path = await make('film.mp4', 'color=blue:s=1280x720:r=24:d=2', '-pix_fmt', 'yuv420p', ...bt709Tags)
  const { size } = await stat(path)
  uid = (await host.requestUpload(on.creator, { name: 'film.mp4', sizeBytes: size })).uid
  await copyFile(path, join(on.parts.scratchDir, 'files/originals', uid))
  await sql`update videos set state = 'queued', received_at = now() where uid = ${uid}`.execute(on.db)
  await on.run('video.measure', { uid })
})

afterAll(() => on?.close())

async function make(name: string, source: string, ...args: string[]): Promise<string> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', source, ...args, join(dir, name)])
  return join(dir, name)
}

const fileOf = (url: string) => join(on.parts.scratchDir, 'files', url)
const drawSmallPosters = () => on.run('video.small-posters', { uid })
const countQueued = () => on.countEnqueued('video.small-posters', uid)

/** Each poster as the host describes it, compared with its file. */
async function postersOf(): Promise<string[]> {
  const posters = await host.postersOf(uid)
  const stored = posters.map(async ({ url }) => {
    const args = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0']
    return {
      isNamedAsPoster: new RegExp(`^/media/${uid}/(small-)?poster-([0-9]+-)?[0-9a-z]{26}\\.webp$`).test(url),
      type: (await readFile(fileOf(url))).toString('latin1', 8, 12),
      size: (await run('ffprobe', [...args, fileOf(url)])).stdout.trim().replace(',', 'x'),
    }
  })
  const sizes = posters.map(({ width, height }) => `${width}x${height}`)
  expect(await Promise.all(stored)).toEqual(sizes.map((size) => ({ isNamedAsPoster: true, type: 'WEBP', size })))
  return sizes
}

/** Rough [red, green, blue] of the smallest poster, each 0 to 2. */
async function colourOfSmallest(): Promise<number[]> {
  const { url } = (await host.postersOf(uid)).at(-1)!
  const args = ['-v', 'error', '-i', fileOf(url), '-vf', 'scale=1:1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer' })
  return [...stdout.subarray(0, 3)].map((value) => Math.round(value / 128))
}

test('a video has no poster of any size before it is drawn', async () => {
  await drawSmallPosters()
  expect(await postersOf()).toEqual([])
})

test('the poster is scaled down once it is drawn, and its own size is known before', async () => {
  await on.run('video.poster', { uid })
  expect(countQueued()).toBe(1)
  expect(await postersOf()).toEqual(['640x360'])
  await drawSmallPosters()
  expect(await postersOf()).toEqual(['640x360', '320x180', '160x90', '80x45'])
  expect(await colourOfSmallest()).toEqual([0, 0, 2])
})

test('they are drawn once', async () => {
  const before = await host.postersOf(uid)
  await drawSmallPosters()
  expect(await host.postersOf(uid)).toEqual(before)
  await on.run('video.sweep')
  expect(countQueued()).toBe(1)
})

test('a poster that its creator chose takes their place, in its own shape', async () => {
  const square = new Blob([await readFile(await make('square.png', 'color=red:s=300x300', '-frames:v', '1'))])
  await host.choosePoster(on.creator, uid, { image: square })
  expect(countQueued()).toBe(2)
  // Its size is not known yet.
  expect(await postersOf()).toEqual([])
  await drawSmallPosters()
  expect(await postersOf()).toEqual(['300x300', '300x300', '160x160', '80x80'])
  expect(await colourOfSmallest()).toEqual([2, 0, 0])
  await on.run('video.tidy', { uid })
  const names = await on.parts.storage.children(`media/${uid}`)
  expect(names.filter((name) => name.startsWith('small-poster-'))).toHaveLength(3)
})

test('small posters of a poster that is no longer shown are not published', async () => {
  const { storage } = on.parts
  // Another poster is chosen while they are stored.
  const { putFile } = storage
  storage.putFile = async (key, path) => {
    storage.putFile = putFile
    await host.dropPoster(on.creator, uid)
    await putFile(key, path)
  }
  await sql`update videos set small_posters_name = null where uid = ${uid}`.execute(on.db)
  await drawSmallPosters()
  expect(await postersOf()).toEqual(['640x360'])
  await drawSmallPosters()
  expect(await postersOf()).toEqual(['640x360', '320x180', '160x90', '80x45'])
})

test('what is missing is drawn after the next cleanup, as for videos from before there were any', async () => {
  const before = countQueued()
  await sql`update videos set small_posters_name = null where uid = ${uid}`.execute(on.db)
  await on.run('video.sweep')
  expect(countQueued()).toBe(before + 1)
  await drawSmallPosters()
  expect(await postersOf()).toHaveLength(4)
})

test('they are removed with their video', async () => {
  await host.remove(on.creator, uid)
  await on.run('video.erase', { uid })
  expect(await on.parts.storage.children(`media/${uid}`)).toEqual([])
  expect(await host.postersOf(uid)).toEqual([])
})
