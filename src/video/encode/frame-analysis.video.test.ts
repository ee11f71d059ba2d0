import { execFile } from 'node:child_process'
import { copyFile, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVideoFixture, type VideoFixture } from '#tests/support/video-fixture.server.ts'
import type { VideoHost } from '../video-host.ts'

const run = promisify(execFile)
let on: VideoFixture
let host: VideoHost
let dir: string

beforeAll(async () => {
  on = await openVideoFixture()
  host = on.open(null).host
  dir = join(on.parts.scratchDir, 'made')
  await mkdir(dir)
})
afterAll(() => on?.close())

/** A video that plays, and its file. */
async function upload(source: string, filters = 'null'): Promise<{ uid: string; path: string }> {
  const path = join(dir, `${performance.now()}.mp4`)
  const output = ['-vf', filters, '-fps_mode', 'passthrough', '-enc_time_base', '1:90000', '-pix_fmt', 'yuv420p', path]
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', source, ...output])
  const { size } = await stat(path)
  const { uid } = await host.requestUpload(on.creator, { name: 'film.mp4', sizeBytes: size })
  await copyFile(path, join(on.parts.scratchDir, 'files/originals', uid))
  await sql`update videos set state = 'queued', received_at = now() where uid = ${uid}`.execute(on.db)
  await on.run('video.measure', { uid })
  return { uid, path }
}

/** When the frames of a file are shown, in seconds from the first one. */
async function timesIn(path: string): Promise<number[]> {
  const list = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0', path]
  const times = (await run('ffprobe', list)).stdout.split('\n').filter(Boolean).map(Number.parseFloat)
  return times.map((time) => time - (times[0] ?? 0))
}

test('each frame of a variable rate has the time at which it is shown, and the sheet the average rate', async () => {
  const uneven = "setpts='(N+mod(N,3)/2+floor(N/20)*7)/24/TB'"
  const { uid, path } = await upload('testsrc2=s=320x180:r=24:d=3', uneven)
  expect(await host.frameTimesOf(uid)).toBeNull()
  await on.run('video.glimpses', { uid })
  const expected = await timesIn(path)
  // Ticks of 1/90000 s are rounded.
  const times = expected.map((time) => expect.closeTo(time, 4))
  expect(await host.frameTimesOf(uid)).toEqual({ frames: 72, times })
  const { numerator, denominator } = (await host.exposureSheetOf(uid))!.frameRate
  expect(numerator / denominator).toBeCloseTo(72 / expected.at(-1)!, 0)
})

test.each(['24', '30000/1001'])('frames at a constant rate of %s have no times of their own', async (rate) => {
  const { uid } = await upload(`testsrc2=s=320x180:r=${rate}:d=3`)
  await on.run('video.glimpses', { uid })
  expect(await host.frameTimesOf(uid)).toEqual({ frames: rate === '24' ? 72 : 90, times: null })
})
