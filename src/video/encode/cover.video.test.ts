import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { transact } from '#platform/transact.server.ts'
import { noopJobs } from '#tests/support/data/noop-jobs.ts'
import { bt709Tags } from '#tests/support/media/colour-tags.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import type { VideoHost } from '../video-host.ts'
import { queueMissingCovers } from './cover.server.ts'

const run = promisify(execFile)
let on: VideoFixture
let host: VideoHost
let dir: string
let uid: string

const episodeId = 'an-episode'

beforeAll(async () => {
  on = await openVideoFixture()
  host = on.open(null).host
  dir = join(on.parts.scratchDir, 'made')
  await mkdir(dir)
  const path = join(dir, 'film.mp4')
  const source = 'testsrc2=s=640x360:r=24:d=2'
  const input = ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', source]
  await run('ffmpeg', [...input, '-pix_fmt', 'yuv420p', ...bt709Tags, path])
  const { size } = await stat(path)
  uid = (await host.requestUpload(on.creator, { name: 'film.mp4', sizeBytes: size })).uid
  await copyFile(path, join(on.parts.scratchDir, 'files/originals', uid))
  await sql`update videos set state = 'queued', received_at = now() where uid = ${uid}`.execute(on.db)
  for (const job of ['video.measure', 'video.poster']) await on.run(job, { uid })
})

afterAll(() => on?.close())

const mark = (nsfwEpisodeId: string | null) =>
  transact(on.db, (trx) => host.restrict(trx, uid, 'everyone', nsfwEpisodeId))
const coverOf = async () => (await host.get(on.creator, uid)).cover
const fileOf = (url: string) => join(on.parts.scratchDir, 'files', url)

async function sizeOf(url: string): Promise<string> {
  const args = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0']
  return (await run('ffprobe', [...args, fileOf(url)])).stdout.trim()
}

/** The largest difference between a pixel and the one beside it, 0 to 255, at the size of the poster. */
async function steepestEdgeOf(url: string): Promise<number> {
  const [width, height] = [640, 360]
  const args = ['-v', 'error', '-i', fileOf(url), '-vf', `scale=${width}:${height},format=gray`, '-f', 'rawvideo', '-']
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 * width * height })
  let steepest = 0
  for (let at = 1; at < stdout.length; at += 1)
    if (at % width !== 0) steepest = Math.max(steepest, Math.abs(stdout[at]! - stdout[at - 1]!))
  return steepest
}

test('a video has no blurred poster before it is an adult episode’s', async () => {
  await on.run('video.cover', { uid })
  await on.run('video.sweep')
  expect(await coverOf()).toBeNull()
  expect(on.isEnqueued('video.cover', uid)).toBe(false)
})

test('the poster of an adult episode’s is blurred beyond recognition, in its own shape', async () => {
  await mark(episodeId)
  expect(on.countEnqueued('video.cover', uid)).toBe(1)
  await on.run('video.cover', { uid })
  const cover = await coverOf()
  expect(cover).toMatch(new RegExp(`^/media/${uid}/cover-[0-9a-z]{26}\\.webp$`))
  expect((await readFile(fileOf(cover!))).toString('latin1', 8, 12)).toBe('WEBP')
  expect(await sizeOf(cover!)).toBe('640,360')
  const { playback } = await host.get(on.creator, uid)
  expect(await steepestEdgeOf(playback.poster!)).toBeGreaterThan(100)
  expect(await steepestEdgeOf(cover!)).toBeLessThan(8)
})

test('a new poster is blurred in place of the old one', async () => {
  const before = await coverOf()
  await host.choosePoster(on.creator, uid, { atSeconds: 1 })
  expect(await coverOf()).toBeNull()
  expect(on.countEnqueued('video.cover', uid)).toBe(2)
  await on.run('video.cover', { uid })
  expect(await coverOf()).toMatch(/\/cover-/)
  expect(await coverOf()).not.toBe(before)
})

test('a cover that is missing is drawn after the next cleanup, as for episodes from before there were any', async () => {
  await sql`update videos set cover_name = null where uid = ${uid}`.execute(on.db)
  await on.run('video.sweep')
  expect(on.countEnqueued('video.cover', uid)).toBe(3)
  await on.run('video.cover', { uid })
  expect(await coverOf()).toMatch(/\/cover-/)
  await on.run('video.sweep')
  expect(on.countEnqueued('video.cover', uid)).toBe(3)
})

test('a cover that failed is not queued again before a day has passed', async () => {
  await sql`update videos set cover_name = null where uid = ${uid}`.execute(on.db)
  const queued: object[] = []
  const asked: Date[] = []
  const failing = (failed: string[]): Jobs => ({
    ...noopJobs,
    enqueue: async (_db, _kind, data) => void queued.push(data),
    failedSince: async <Data extends object>(_db: unknown, _kind: JobKind<Data>, since: Date) => {
      asked.push(since)
      return failed.map((each) => ({ uid: each })) as object[] as Data[]
    },
  })
  const now = new Date('2026-11-20T12:00:00.000Z')
  const clock = { now: () => now }
  await queueMissingCovers({ db: on.db, clock, jobs: failing([uid]) })
  expect(queued).toEqual([])
  await queueMissingCovers({ db: on.db, clock, jobs: failing(['another']) })
  expect(queued).toEqual([{ uid }])
  expect(asked[0]).toEqual(new Date('2026-11-19T12:00:00.000Z'))
})
