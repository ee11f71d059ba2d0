import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { drawScenes, FRAMES_PER_SECOND, planScenes } from './drawn-scenes.ts'
import { runFfmpeg } from './ffmpeg.ts'

export interface Clips {
  /** 60 s of animation-like 1080p24, H.264 and AAC, about 5 Mbit/s. */
  short: string
  /** Ten of it in a row, by stream copy: 600 s. */
  long: string
  /** The short one as VP9 and Opus in WebM, which has to be encoded. */
  foreign: string
}

const SHORT_SECONDS = 60
const COPIES = 10
/** Part of the files' names: whoever changes what is drawn counts up, and everybody's clips are made anew. */
const VERSION = 1

const cacheDir = join(import.meta.dirname, '../node_modules/.cache/hoshi-bench')

/** Makes the clips where they are missing (a minute or two, once); they stay in the cache of `node_modules`. */
export async function obtainClips(note: (line: string) => void): Promise<Clips> {
  await mkdir(cacheDir, { recursive: true })
  const short = await obtain(`drawn-${SHORT_SECONDS}s-v${VERSION}.mp4`, (path) => {
    note('drawing a clip of 60 s, once…')
    return drawClip(path, SHORT_SECONDS)
  })
  const long = await obtain(`drawn-${SHORT_SECONDS * COPIES}s-v${VERSION}.mp4`, (path) => {
    note('making the clip of 600 s from it…')
    return runFfmpeg(['-stream_loop', String(COPIES - 1), '-i', short, '-c', 'copy', ...MP4, path])
  })
  const foreign = await obtain(`drawn-${SHORT_SECONDS}s-v${VERSION}.webm`, (path) => {
    note('making a VP9 of the clip of 60 s, once…')
    const quick = ['-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1', '-b:v', '4M']
    return runFfmpeg(['-i', short, '-c:v', 'libvpx-vp9', ...quick, '-c:a', 'libopus', '-f', 'webm', path])
  })
  return { short, long, foreign }
}

const MP4 = ['-movflags', '+faststart', '-f', 'mp4']

/** Draws an animation-like 1080p24 clip with x264's default keyframes: at cuts, and after 250 frames. */
export function drawClip(path: string, seconds: number): Promise<unknown> {
  // Sound ends a little before the picture: in a row of copies its packets must not overlap.
  const sound = `sine=f=220:r=48000[tone];anoisesrc=c=brown:a=0.2:r=48000:seed=1[wind];
    [tone][wind]amix=inputs=2,atrim=end=${seconds - 0.05},aformat=channel_layouts=stereo[sound]`
  return runFfmpeg([
    ...['-filter_complex', `${drawScenes(planScenes(seconds))};\n${sound}`, '-map', '[picture]', '-map', '[sound]'],
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
