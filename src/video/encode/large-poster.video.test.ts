import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bt709Tags } from '#tests/support/media/colour-tags.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import { webpSize } from '../media/stills/image-format.ts'
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
  const path = await make('film.mp4', 'testsrc2=s=1280x720:r=24:d=2', '-pix_fmt', 'yuv420p', ...bt709Tags)
  const { size } = await stat(path)
  uid = (await host.requestUpload(on.creator, { name: 'film.mp4', sizeBytes: size })).uid
  await copyFile(path, join(on.parts.scratchDir, 'files/originals', uid))
  await sql`update videos set state = 'queued', received_at = now() where uid = ${uid}`.execute(on.db)
  for (const job of ['video.measure', 'video.poster']) await on.run(job, { uid })
})

afterAll(() => on?.close())

async function make(name: string, source: string, ...args: string[]): Promise<string> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', source, ...args, join(dir, name)])
  return join(dir, name)
}

const image = async (size: string) =>
  new Blob([await readFile(await make(`${size}.png`, `color=red:s=${size}`, '-frames:v', '1'))])

/** Names of the poster that is shown and of the large one, with the width of each file. */
async function shown() {
  const { playback, largePoster } = await host.get(on.creator, uid)
  const widthOf = async (url: string) =>
    webpSize(await readFile(join(on.parts.scratchDir, 'files', url)))?.width ?? null
  const [poster, large] = [playback.poster ?? '', largePoster ?? '']
  expect(large === '' || large === poster.replace('/poster-', '/large-poster-')).toBe(true)
  return { poster, widths: [await widthOf(poster), large === '' ? null : await widthOf(large)] }
}

const countLarge = async () =>
  (await on.parts.storage.children(`media/${uid}`)).filter((name) => name.startsWith('large-poster-')).length

/** A film from before there were large posters. */
const forgetLarge = () => sql`update videos set large_poster_name = null where uid = ${uid}`.execute(on.db)

test('the automatic poster comes with a large one', async () => {
  expect((await shown()).widths).toEqual([640, 1280])
})

test('a film from before gets one of the same frame, and keeps its poster', async () => {
  const { poster } = await shown()
  await forgetLarge()
  expect((await shown()).widths).toEqual([640, null])
  await on.run('video.sweep')
  expect(on.countEnqueued('video.large-poster', uid)).toBe(1)
  await on.run('video.large-poster', { uid })
  expect(await shown()).toEqual({ poster, widths: [640, 1280] })
  await on.run('video.large-poster', { uid })
  expect(await shown()).toEqual({ poster, widths: [640, 1280] })
})

test('a poster of another frame is replaced together with the large one', async () => {
  const { poster } = await shown()
  await forgetLarge()
  await copyFile(
    await make('other.webp', 'color=red:s=640x360', '-frames:v', '1'),
    join(on.parts.scratchDir, 'files', poster),
  )
  await on.run('video.large-poster', { uid })
  const after = await shown()
  expect(after.widths).toEqual([640, 1280])
  expect(after.poster).not.toBe(poster)
})

test('a frame that its creator chooses is drawn large too', async () => {
  await host.choosePoster(on.creator, uid, { atSeconds: 1 })
  expect((await shown()).widths).toEqual([640, 1280])
})

test.each([
  ['1600x900', [640, 1280]],
  ['1000x600', [600, 1000]],
  ['640x360', [640, null]],
])('an image of %s is never enlarged', async (size, widths) => {
  await host.choosePoster(on.creator, uid, { image: await image(size) })
  expect((await shown()).widths).toEqual(widths)
})

test('the automatic one has its own again when the chosen one is dropped, and cleanup leaves that alone', async () => {
  await host.choosePoster(on.creator, uid, { image: await image('1600x900') })
  await host.dropPoster(on.creator, uid)
  expect((await shown()).widths).toEqual([640, 1280])
  await on.run('video.tidy', { uid })
  expect(await countLarge()).toBe(1)
  expect((await shown()).widths).toEqual([640, 1280])
})

test('a large poster that a server of an earlier version left behind is not shown', async () => {
  await host.choosePoster(on.creator, uid, { image: await image('1600x900') })
  await sql`update videos set chosen_poster_name = poster_name where uid = ${uid}`.execute(on.db)
  await sql`update videos set large_poster_name = null where uid = ${uid}`.execute(on.db)
  expect((await shown()).widths).toEqual([640, null])
})
