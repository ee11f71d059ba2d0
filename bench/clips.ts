import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { drawScenes, FRAMES_PER_SECOND, planScenes, type Style } from './drawn-scenes.ts'
import { runFfmpeg } from './ffmpeg.ts'

export interface Clips {
  /** 60 s of animation-like 1080p24, H.264 and AAC, about 5 Mbit/s. */
  short: string
  /** The picture of the short clip ten times in a row, by stream copy, with sound that has no holes: 600 s. */
  long: string
  /** The short clip as VP9 and Opus in WebM, which has to be encoded. */
  vp9: string
}

const SHORT_SECONDS = 60
const COPIES = 10
const LONG_SECONDS = SHORT_SECONDS * COPIES
/** Part of the file names. Increment it when the drawing changes, and all clips are made again. */
const VERSION = 1
const LONG_VERSION = 2

const cacheDir = join(import.meta.dirname, '../node_modules/.cache/hoshi-bench')

/** Makes missing clips (a minute or two, once) and caches them in `node_modules`. */
export async function obtainClips(report: (line: string) => void): Promise<Clips> {
  const short = await obtainShortClip(report)
  const long = await obtain(`drawn-${LONG_SECONDS}s-v${LONG_VERSION}.mp4`, (path) => {
    report('making the clip of 600 s from it…')
    return repeatClip(short, path)
  })
  const vp9 = await obtain(`drawn-${SHORT_SECONDS}s-v${VERSION}.webm`, (path) => {
    report('making a VP9 of the clip of 60 s, once…')
    return makeVp9(short, path)
  })
  return { short, long, vp9 }
}

/** Only the short one. */
export async function obtainShortClip(report: (line: string) => void): Promise<string> {
  await mkdir(cacheDir, { recursive: true })
  return await obtain(`drawn-${SHORT_SECONDS}s-v${VERSION}.mp4`, (path) => {
    report('drawing a clip of 60 s, once…')
    return drawClip(path, SHORT_SECONDS)
  })
}

/** Clips as unlike the others as animation can be: flat colours, no grain, and only cels move, on threes. */
export async function obtainFlatClips(report: (line: string) => void): Promise<{ short: string; vp9: string }> {
  await mkdir(cacheDir, { recursive: true })
  const short = await obtain(`flat-${SHORT_SECONDS}s-v${VERSION}.mp4`, (path) => {
    report('drawing a flat clip of 60 s, once…')
    return drawClip(path, SHORT_SECONDS, 'flat')
  })
  const vp9 = await obtain(`flat-${SHORT_SECONDS}s-v${VERSION}.webm`, (path) => {
    report('making a VP9 of the flat clip, once…')
    return makeVp9(short, path)
  })
  return { short, vp9 }
}

function makeVp9(clip: string, path: string): Promise<unknown> {
  const quick = ['-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1', '-b:v', '4M']
  return runFfmpeg(['-i', clip, '-c:v', 'libvpx-vp9', ...quick, '-c:a', 'libopus', '-f', 'webm', path])
}

const MP4 = ['-movflags', '+faststart', '-f', 'mp4']

/** Draws an animation-like 1080p24 clip with x264's default keyframes: at cuts, and after 250 frames. */
export function drawClip(path: string, seconds: number, style: Style = 'painted'): Promise<unknown> {
  const filters = `${drawScenes(planScenes(seconds), style)};\n${soundOf(seconds)}`
  const pictures = ['-r', String(FRAMES_PER_SECOND), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '17']
  return runFfmpeg([
    '-filter_complex',
    filters,
    '-map',
    '[video]',
    '-map',
    '[audio]',
    ...pictures,
    ...AAC,
    ...MP4,
    path,
  ])
}

/**
 * Repeats the pictures of a clip under new sound. Copied sound would have a hole at each joint, and processing does not
 * copy a video with holes in its sound.
 */
function repeatClip(short: string, path: string): Promise<unknown> {
  const pictures = ['-stream_loop', String(COPIES - 1), '-i', short]
  const sound = ['-filter_complex', soundOf(LONG_SECONDS), '-map', '0:v', '-map', '[audio]', '-c:v', 'copy']
  return runFfmpeg([...pictures, ...sound, ...AAC, ...MP4, path])
}

const AAC = ['-c:a', 'aac', '-b:a', '160k']

/** The filter that makes sound, which ends slightly before the picture, as in a real video. */
function soundOf(seconds: number): string {
  return `sine=f=220:r=48000[tone];anoisesrc=c=brown:a=0.2:r=48000:seed=1[wind];
    [tone][wind]amix=inputs=2,atrim=end=${seconds - 0.05},aformat=channel_layouts=stereo[audio]`
}

async function obtain(name: string, make: (path: string) => Promise<unknown>): Promise<string> {
  const path = join(cacheDir, name)
  if (await stat(path).catch(() => null)) return path
  const unfinished = `${path}.${process.pid}`
  try {
    await make(unfinished)
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  return path
}
