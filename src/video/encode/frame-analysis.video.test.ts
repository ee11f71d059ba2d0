import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bt709Tags } from '#tests/support/media/colour-tags.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import { uidsToAnalyse } from '../frame-analysis-rows.server.ts'
import { createScratchFolders, type ScratchFolders } from '../scratch.server.ts'
import type { VideoHost } from '../video-host.ts'
import { makeVideoPreviewAssets } from './preview-assets.server.ts'
import { createVideoTransitions } from './video-transitions.server.ts'

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

/** Black and white by turns, three frames each. */
const strobe = "drawbox=c=white:t=fill:enable='lt(mod(n,6),3)'"

/** A video that plays, and its file. */
async function upload(source: string, filters = 'null'): Promise<{ uid: string; path: string }> {
  const path = join(dir, `${performance.now()}.mp4`)
  const output = [
    '-vf',
    filters,
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    '1:90000',
    '-pix_fmt',
    'yuv420p',
    ...bt709Tags,
    path,
  ]
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
  // Its file tells it before.
  expect(await host.isRateVarying(uid)).toBe(true)
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

describe('where the preview clip cannot be made', () => {
  /** Runs the job where ffmpeg cannot write the clip. */
  async function analyseOnly(uid: string, duringAnalysis = async () => {}): Promise<void> {
    const folders = createScratchFolders(join(on.parts.scratchDir, 'blocked'), on.parts.storage)
    const scratch: ScratchFolders = {
      ...folders,
      withRendition: (...[of, rendition, work]) =>
        folders.withRendition(of, rendition, async (folder) => {
          await mkdir(join(folder, 'preview.mp4'))
          await duringAnalysis()
          return work(folder)
        }),
    }
    const parts = { db: on.db, transitions: createVideoTransitions(on.parts), scratch }
    await makeVideoPreviewAssets(parts, { uid }, new AbortController().signal)
  }
  const previewOf = async (uid: string) => (await host.get(on.creator, uid)).playback.preview

  test('the flashes that were found are known, and the next attempt makes the clip', async () => {
    const { uid } = await upload('color=black:s=320x180:r=24:d=4', strobe)
    await expect(analyseOnly(uid)).rejects.toThrow('ffmpeg failed')
    expect(await host.flashesOf(uid)).toMatchObject({ state: 'done', spans: [{ kind: 'luminance' }] })
    expect(await host.exposureSheetOf(uid)).toMatchObject({ frames: 96 })
    expect(await previewOf(uid)).toBeNull()
    await on.run('video.glimpses', { uid })
    expect(await previewOf(uid)).toMatch(/preview-/)
    expect(await host.flashesOf(uid)).toMatchObject({ state: 'done' })
  })

  test('a clip from before the film was analysed is removed if the film flashes, as it may show that', async () => {
    const flashing = await upload('color=black:s=320x180:r=24:d=4', strobe)
    const calm = await upload('testsrc2=s=320x180:r=24:d=2')
    for (const { uid } of [flashing, calm]) {
      await on.run('video.glimpses', { uid })
      await sql`delete from frame_analyses where video_uid = ${uid}`.execute(on.db)
      await expect(analyseOnly(uid)).rejects.toThrow('ffmpeg failed')
      expect(await host.flashesOf(uid)).toMatchObject({ state: 'done' })
    }
    expect(await previewOf(flashing.uid)).toBeNull()
    expect(await previewOf(calm.uid)).toMatch(/preview-/)
  })

  test('nothing is stored for a film that was replaced during the analysis', async () => {
    const { uid } = await upload('testsrc2=s=320x180:r=24:d=2')
    await analyseOnly(uid, async () => void (await sql`delete from videos where uid = ${uid}`.execute(on.db)))
    const stored = await sql`select from frame_analyses where video_uid = ${uid}`.execute(on.db)
    expect(stored.rows).toEqual([])
  })
})

test('an outdated analysis is renewed once, and stays as it is while that fails', async () => {
  const { uid } = await upload('testsrc2=s=320x180:r=24:d=2')
  await on.run('video.glimpses', { uid })
  const [found] = [await host.exposureSheetOf(uid)]
  const outdate = sql`
    update frame_analyses set drawings = '{0}', outdated_at = ${on.parts.clock.now()}::timestamptz - interval '1 day'
    where video_uid = ${uid}`
  await outdate.execute(on.db)
  const later = new Date(on.parts.clock.now().getTime() - 86_400_000)
  expect(await uidsToAnalyse(on.db, later, 20)).toContain(uid)
  const transitions = createVideoTransitions(on.parts)
  await transitions.recordAnalysis(uid, null)
  expect(await host.exposureSheetOf(uid)).toMatchObject({ drawings: [0] })
  expect(await uidsToAnalyse(on.db, later, 20)).not.toContain(uid)
  await on.run('video.glimpses', { uid })
  expect(await host.exposureSheetOf(uid)).toEqual(found)
  await transitions.recordAnalysis(uid, null)
  const tomorrow = new Date(on.parts.clock.now().getTime() + 86_400_000)
  expect(await uidsToAnalyse(on.db, tomorrow, 20)).not.toContain(uid)
})

test('a clip from before the film was analysed is replaced, by the first attempt that ends', async () => {
  const { uid } = await upload('testsrc2=s=320x180:r=24:d=2')
  await on.run('video.glimpses', { uid })
  const before = (await host.get(on.creator, uid)).playback.preview
  await sql`delete from frame_analyses where video_uid = ${uid}`.execute(on.db)
  await Promise.all([on.run('video.glimpses', { uid }), on.run('video.glimpses', { uid })])
  const { preview } = (await host.get(on.creator, uid)).playback
  expect(preview).not.toBe(before)
  await on.run('video.tidy', { uid })
  const kept = (await readdir(join(on.parts.scratchDir, 'files/media', uid))).filter((name) => /^preview-/.test(name))
  expect(kept).toEqual([preview!.split('/').at(-1)])
})
