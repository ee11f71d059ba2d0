import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createPerson } from '#tests/support/http/person.ts'
import { obtainClips, obtainFlatClips } from './clips.ts'
import { cpuTime } from './cpu-time.ts'
import { FRAMES_PER_SECOND } from './drawn-scenes.ts'
import { runFfmpeg } from './ffmpeg.ts'
import type { Figure } from './figures.ts'
import { withDataDir, withHoshi } from './hoshi-process.ts'
import { pollUntil } from './poll.ts'
import { uploadFile, videoOf } from './upload.ts'
import { type FetchedRendition, fetchRenditions } from './viewer.ts'

/** Share of PeerTube's processor time, for a source that is copied: docs/decisions/0038-first-rendition.md. */
const GOAL_RATIO = 0.4
/** Allowed excess of 1 - SSIM for a size with no fewer bytes than PeerTube's. */
const MAX_LOSS = 0.002
/** A poll costs the server some milliseconds, and a ladder takes minutes. */
const POLLING = { everyMs: 1000, patienceMs: 20 * 60_000 }

/**
 * PeerTube's sizes, and the bits per pixel it allows (`packages/core-utils`, `getMaxTheoreticalBitrate`'s defaults).
 */
export const peertubeSizes = [
  { width: 1920, height: 1080, bitsPerPixel: 0.1 },
  { width: 1280, height: 720, bitsPerPixel: 0.11 },
  { width: 854, height: 480, bitsPerPixel: 0.12 },
  { width: 640, height: 360, bitsPerPixel: 0.15 },
]

interface Rung extends FetchedRendition {
  /** 1 - SSIM against the source at this size; null for the source's own frames. */
  distance: number | null
}

interface Ladder {
  cpuSeconds: number
  rungs: Rung[]
}

interface Source {
  name: string
  clip: string
  /** Whether browsers play it unchanged, which makes its own frames the highest rendition. */
  isCopied: boolean
}

/**
 * The complete ladder beside PeerTube's for the same file: two clips as unlike as animation can be, each as a file that
 * browsers play unchanged and as one whose every size has to be encoded.
 */
export async function measureLadder(report: (line: string) => void): Promise<Figure[]> {
  const painted = await obtainClips(report)
  const flat = await obtainFlatClips(report)
  const sources: Source[] = [
    { name: 'painted, H.264', clip: painted.short, isCopied: true },
    { name: 'flat, H.264', clip: flat.short, isCopied: true },
    { name: 'painted, VP9', clip: painted.vp9, isCopied: false },
    { name: 'flat, VP9', clip: flat.vp9, isCopied: false },
  ]
  const figures: Figure[] = []
  for (const source of sources) figures.push(...(await measureOne(source, report)))
  return figures
}

function measureOne(source: Source, report: (line: string) => void): Promise<Figure[]> {
  return withDataDir(async (dir) => {
    const reportLadder = (whose: string, ladder: Ladder) =>
      report(`${source.name}, ${whose}: ${ladder.cpuSeconds.toFixed(1)} s of processor time`)
    const ours = await hoshiLadder(source, join(dir, 'ours'))
    reportLadder('ours', ours)
    const theirs = await peertubeLadder(source.clip, join(dir, 'theirs'), report)
    reportLadder('theirs', theirs)
    return [
      {
        name: `ladder of 60 s of 1080p (${source.name}), processor time`,
        value: ours.cpuSeconds,
        unit: 's',
        baseline: { value: theirs.cpuSeconds },
        // Where every size has to be encoded, the largest is most of the work for both.
        ...(source.isCopied ? { goal: Number((theirs.cpuSeconds * GOAL_RATIO).toFixed(1)) } : {}),
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
    ...(mayBeWorse ? {} : { goal: Number(((other.distance + MAX_LOSS) * 1000).toFixed(2)) }),
  }
  return [size, distance]
}

/** Processor time of the server and its tools from the last byte to the last rendition. */
function hoshiLadder({ clip, isCopied }: Source, dir: string): Promise<Ladder> {
  return withHoshi(async ({ url, pid }) => {
    const creator = await createPerson(url, 'creator')
    const { uid } = await uploadFile(creator, clip)
    const before = await cpuTime(pid)
    const master = await pollUntil(async () => {
      const { status, playback } = await videoOf(creator, uid)
      if (status.state === 'error') throw new Error(`The clip was refused: ${status.reason}`)
      return status.percentComplete === 100 ? playback.hls : null
    }, POLLING)
    const after = await cpuTime(pid)
    const fetched = await fetchRenditions(url, master, dir)
    const rungs: Rung[] = []
    for (const each of fetched.sort((one, other) => other.height - one.height)) {
      const isSource = isCopied && each.height === 1080
      rungs.push({ ...each, distance: isSource ? null : await distanceOf(each.playlist, clip, each) })
    }
    return { cpuSeconds: after.own + after.children - before.own - before.children, rungs }
  })
}

async function peertubeLadder(clip: string, dir: string, report: (line: string) => void): Promise<Ladder> {
  await mkdir(dir)
  const before = await cpuTime(process.pid)
  for (const size of peertubeSizes) {
    report(`theirs, ${size.height}p…`)
    await runFfmpeg(peertubeArguments(clip, dir, size))
  }
  const after = await cpuTime(process.pid)
  const names = await readdir(dir)
  const rungs: Rung[] = []
  for (const { width, height } of peertubeSizes) {
    const sizes = names.filter((name) => name.startsWith(`${height}.`)).map((name) => stat(join(dir, name)))
    const sizeBytes = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
    const playlist = join(dir, `${height}.m3u8`)
    rungs.push({ width, height, playlist, sizeBytes, distance: await distanceOf(playlist, clip, { width, height }) })
  }
  return { cpuSeconds: after.children - before.children, rungs }
}

/** PeerTube's arguments: one thread, a bitrate per size, two-second GOPs, audio encoded for each size, one file. */
export function peertubeArguments(
  clip: string,
  dir: string,
  { width, height, bitsPerPixel }: (typeof peertubeSizes)[number],
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

/** 1 - SSIM of a rendition against the source scaled to its size, frame by frame. */
async function distanceOf(playlist: string, clip: string, size: { width: number; height: number }): Promise<number> {
  const byFrameNumber = `settb=1/${FRAMES_PER_SECOND},setpts=N`
  const graph = `[0:v:0]${byFrameNumber}[made];[1:v:0]scale=${size.width}:${size.height}:flags=bicubic,${byFrameNumber}[true];[made][true]ssim`
  // The filter logs its result.
  const output = await runFfmpeg([
    '-v',
    'info',
    '-i',
    playlist,
    '-i',
    clip,
    '-filter_complex',
    graph,
    '-f',
    'null',
    '-',
  ])
  const ssim = /SSIM .*All:([\d.]+)/.exec(output)?.[1]
  if (ssim === undefined) throw new Error('ffmpeg did not report an SSIM.')
  return 1 - Number(ssim)
}
