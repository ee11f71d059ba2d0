import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createPerson } from '#tests/support/person.ts'
import { obtainClips } from './clips.ts'
import { FRAMES_PER_SECOND } from './drawn-scenes.ts'
import { runFfmpeg } from './ffmpeg.ts'
import type { Figure } from './figures.ts'
import { withDataDir, withHoshi } from './hoshi-process.ts'
import { processorTime } from './processor-time.ts'
import { until } from './until.ts'
import { uploadFile, videoOf } from './upload.ts'
import { type FetchedRendition, fetchRenditions } from './viewer.ts'

const GOAL_RATIO = 0.4
/** How much further from the source a size may be that has more bytes than the other's. */
const MAY_LOSE = 0.002
/** A question costs the server some milliseconds, and a ladder takes minutes. */
const LOOKING = { everyMs: 1000, patienceMs: 20 * 60_000 }

/** PeerTube's sizes, and the bits it allows for each pixel (`packages/core-utils`, `getMaxTheoreticalBitrate`'s defaults). */
export const theirSizes = [
  { width: 1920, height: 1080, bitsPerPixel: 0.1 },
  { width: 1280, height: 720, bitsPerPixel: 0.11 },
  { width: 854, height: 480, bitsPerPixel: 0.12 },
  { width: 640, height: 360, bitsPerPixel: 0.15 },
]

interface Rung extends FetchedRendition {
  /** 1 - SSIM against the source at this size; null for the source's own pictures. */
  distance: number | null
}

interface Ladder {
  processorSeconds: number
  rungs: Rung[]
}

/** The complete ladder of a file that browsers play as it is, beside what PeerTube runs for the same file. */
export async function measureLadder(note: (line: string) => void): Promise<Figure[]> {
  const { short } = await obtainClips(note)
  return withDataDir(async (dir) => {
    const tell = (whose: string, ladder: Ladder) =>
      note(`${whose}: ${ladder.processorSeconds.toFixed(1)} s of processor time`)
    const ours = await ourLadder(short, join(dir, 'ours'))
    tell('ours', ours)
    const theirs = await theirLadder(short, join(dir, 'theirs'), note)
    tell('theirs', theirs)
    return [
      {
        name: 'ladder of 60 s of 1080p, processor time',
        value: ours.processorSeconds,
        unit: 's',
        baseline: { value: theirs.processorSeconds },
        goal: Number((theirs.processorSeconds * GOAL_RATIO).toFixed(1)),
      },
      ...ours.rungs.flatMap((rung) => figuresOf(rung, theirs.rungs)),
    ]
  })
}

function figuresOf(rung: Rung, others: Rung[]): Figure[] {
  const other = others.find(({ height }) => height === rung.height)
  const name = `  ${rung.height}p${rung.distance === null ? ' (the source itself)' : ''}`
  const megabytes = { value: rung.sizeBytes / 1e6, unit: 'MB' as const }
  if (!other) return [{ name, ...megabytes }]
  const size: Figure = { name, ...megabytes, baseline: { value: other.sizeBytes / 1e6 } }
  if (rung.distance === null || other.distance === null) return [size]
  const mayBeWorse = rung.sizeBytes < other.sizeBytes
  const distance: Figure = {
    name: `  ${rung.height}p, 1 - SSIM`,
    value: rung.distance * 1000,
    unit: '‰',
    baseline: { value: other.distance * 1000 },
    ...(mayBeWorse ? {} : { goal: Number(((other.distance + MAY_LOSE) * 1000).toFixed(2)) }),
  }
  return [size, distance]
}

/** All that the server and its tools need from the last byte to the last rendition. */
function ourLadder(clip: string, dir: string): Promise<Ladder> {
  return withHoshi(async ({ url, pid }) => {
    const creator = await createPerson(url, 'creator')
    const { uid } = await uploadFile(creator, clip)
    const before = await processorTime(pid)
    const master = await until(async () => {
      const { status, playback } = await videoOf(creator, uid)
      if (status.state === 'error') throw new Error(`The clip was refused: ${status.reason}`)
      return status.percentComplete === 100 ? playback.hls : null
    }, LOOKING)
    const after = await processorTime(pid)
    const fetched = await fetchRenditions(url, master, dir)
    const rungs: Rung[] = []
    for (const each of fetched.sort((one, other) => other.height - one.height)) {
      rungs.push({ ...each, distance: each.height === 1080 ? null : await distanceOf(each.playlist, clip, each) })
    }
    return { processorSeconds: after.own + after.children - before.own - before.children, rungs }
  })
}

async function theirLadder(clip: string, dir: string, note: (line: string) => void): Promise<Ladder> {
  await mkdir(dir)
  const before = await processorTime(process.pid)
  for (const size of theirSizes) {
    note(`theirs, ${size.height}p…`)
    await runFfmpeg(theirArguments(clip, dir, size))
  }
  const after = await processorTime(process.pid)
  const names = await readdir(dir)
  const rungs: Rung[] = []
  for (const { width, height } of theirSizes) {
    const sizes = names.filter((name) => name.startsWith(`${height}.`)).map((name) => stat(join(dir, name)))
    const sizeBytes = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
    const playlist = join(dir, `${height}.m3u8`)
    rungs.push({ width, height, playlist, sizeBytes, distance: await distanceOf(playlist, clip, { width, height }) })
  }
  return { processorSeconds: after.children - before.children, rungs }
}

/** As PeerTube builds it: one thread, a rate for the size, groups of two seconds, sound anew for each, one file. */
export function theirArguments(
  clip: string,
  dir: string,
  { width, height, bitsPerPixel }: (typeof theirSizes)[number],
) {
  const rate = Math.round(width * height * FRAMES_PER_SECOND * bitsPerPixel)
  return [
    ...['-i', clip, '-threads', '1', '-c:v', 'libx264', '-preset', 'veryfast'],
    ...['-maxrate', String(rate), '-bufsize', String(rate * 2), '-b_strategy', '1', '-bf', '16'],
    ...['-g', String(FRAMES_PER_SECOND * 2), '-pix_fmt', 'yuv420p', '-vf', `scale=w=-2:h=${height}`, '-c:a', 'aac'],
    ...['-f', 'hls', '-hls_time', '4', '-hls_list_size', '0', '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file', '-hls_segment_filename', join(dir, `${height}.mp4`)],
    join(dir, `${height}.m3u8`),
  ]
}

/** 1 - SSIM of a rendition against the source scaled to its size, picture by picture. */
async function distanceOf(playlist: string, clip: string, size: { width: number; height: number }): Promise<number> {
  const counted = `settb=1/${FRAMES_PER_SECOND},setpts=N`
  const graph = `[0:v:0]${counted}[made];[1:v:0]scale=${size.width}:${size.height}:flags=bicubic,${counted}[true];[made][true]ssim`
  // The filter tells its result in a line of the log.
  const said = await runFfmpeg(['-v', 'info', '-i', playlist, '-i', clip, '-filter_complex', graph, '-f', 'null', '-'])
  const ssim = /SSIM .*All:([\d.]+)/.exec(said)?.[1]
  if (ssim === undefined) throw new Error('ffmpeg did not tell how alike the pictures are.')
  return 1 - Number(ssim)
}
