import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { drawScenes, FRAMES_PER_SECOND, planScenes, type Style } from './drawn-scenes.ts'
import { runFfmpeg } from './ffmpeg.ts'

export interface Clips {
  /** 60 s of animation-like 1080p24, H.264 and AAC, about 5 Mbit/s. */
  short: string
  /** Ten copies of the short clip in a row, by stream copy: 600 s. */
  long: string
  /** The short clip as VP9 and Opus in WebM, which has to be encoded. */
  vp9: string
}

const SHORT_SECONDS = 60
const COPIES = 10
/** Part of the file names. Increment it when the drawing changes, and all clips are made again. */
const VERSION = 1

const cacheDir = join(import.meta.dirname, '../node_modules/.cache/hoshi-bench')

/** Makes missing clips (a minute or two, once) and caches them in `node_modules`. */
export async function obtainClips(report: (line: string) => void): Promise<Clips> {
  await mkdir(cacheDir, { recursive: true })
  const short = await obtain(`drawn-${SHORT_SECONDS}s-v${VERSION}.mp4`, (path) => {
    report('drawing a clip of 60 s, once…')
    return drawClip(path, SHORT_SECONDS)
  })
  const long = await obtain(`drawn-${SHORT_SECONDS * COPIES}s-v${VERSION}.mp4`, (path) => {
    report('making the clip of 600 s from it…')
    return runFfmpeg(['-stream_loop', String(COPIES - 1), '-i', short, '-c', 'copy', ...MP4, path])
  })
  const vp9 = await obtain(`drawn-${SHORT_SECONDS}s-v${VERSION}.webm`, (path) => {
    report('making a VP9 of the clip of 60 s, once…')
    return makeVp9(short, path)
  })
  return { short, long, vp9 }
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
  // The audio ends slightly before the video: its packets must not overlap when copies are joined.
  const audio = `sine=f=220:r=48000[tone];anoisesrc=c=brown:a=0.2:r=48000:seed=1[wind];
    [tone][wind]amix=inputs=2,atrim=end=${seconds - 0.05},aformat=channel_layouts=stereo[audio]`
  return runFfmpeg([
    ...[
      '-filter_complex',
      `${drawScenes(planScenes(seconds), style)};\n${audio}`,
      '-map',
      '[video]',
      '-map',
      '[audio]',
    ],
    ...['-r', String(FRAMES_PER_SECOND), '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '17'],
    ...['-c:a', 'aac', '-b:a', '160k', ...MP4, path],
  ])
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
