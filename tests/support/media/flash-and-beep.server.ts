import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bt709Tags } from './colour-tags.ts'

const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2

const FRAMES_PER_SECOND = 25
const SAMPLES_PER_SECOND = 48_000
/** Louder than this share of full scale is a beep, after silence of at least `QUIET_SECONDS`. */
const BEEP_LEVEL = 0.1
const QUIET_SECONDS = 0.1
const TOLERANCE_SECONDS = 0.01

/** A black video with a white frame and a beep at every full second from the first on. */
export interface FlashAndBeep {
  seconds: number
  /** ffmpeg's arguments of each track's encoder, and its container by a file's ending. */
  video: string[]
  audio: string[]
  container: string
  /** Seconds by which the sound starts, and so each beep comes, after the picture; negative when before. */
  soundDelaySeconds?: number
  /** When a packet of the sound is lost: ffmpeg's expression of its time in seconds, `t`. */
  lostSound?: string
  /** Options of the output, last. */
  extra?: string[]
}

/** Makes such a video with ffmpeg. @param path without the file's ending @returns the whole path */
export async function makeFlashAndBeep(path: string, film: FlashAndBeep): Promise<string> {
  const { seconds, video, audio, container, soundDelaySeconds: delay = 0, lostSound, extra = [] } = film
  const flash = `color=black:size=128x128:rate=${FRAMES_PER_SECOND}:duration=${seconds}`
  const isFlash = `gte(n,1)*not(mod(n,${FRAMES_PER_SECOND}))`
  const beep = `0.8*sin(2*PI*1000*t)*gte(t,0.5)*lt(mod(t,1),0.1)`
  const output = `${path}.${container}`
  await run('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-y'],
    ...['-f', 'lavfi', '-i', flash],
    ...['-itsoffset', String(delay)],
    ...['-f', 'lavfi', '-i', `aevalsrc='${beep}':sample_rate=${SAMPLES_PER_SECOND}:duration=${seconds}`],
    ...[
      '-vf',
      `drawbox=color=white:t=fill:enable='${isFlash}'`,
      '-pix_fmt',
      'yuv420p',
      '-g',
      String(FRAMES_PER_SECOND),
    ],
    ...[...video, ...bt709Tags, ...audio],
    ...(lostSound ? lossyOutput(lostSound, output, extra) : [...extra, output]),
  ])
  return output
}

/** `tee` hands packets over in the time base that the filter is told of, which other muxers do not. */
function lossyOutput(lostSound: string, output: string, extra: string[]): string[] {
  const drop = lostSound.replaceAll(/\bt\b/g, 'pts*tb').replaceAll(',', '\\,')
  const format = { mkv: 'matroska', ts: 'mpegts', mpg: 'vob', ogv: 'ogg' }[output.split('.').at(-1) ?? '']
  const options = format ? `[f=${format}]` : ''
  return [
    ...['-bsf:a', `noise=drop=${drop}`, ...extra, '-flags:v', '+global_header', '-flags:a', '+global_header'],
    ...['-map', '0:v', '-map', '1:a', '-f', 'tee', `${options}${output}`],
  ]
}

/**
 * Decodes a rendition as browsers do: frames at their times, and packets of audio one after another, whatever their times say.
 *
 * @returns the number of the flash beside which each beep plays, as many seconds apart as in the source; with a fraction when
 * that differs by more than `TOLERANCE_SECONDS`
 */
export async function beepsBesideFlashes(
  dir: string,
  { soundDelaySeconds = 0 }: Partial<FlashAndBeep>,
): Promise<number[]> {
  const playlist = join(dir, 'index.m3u8')
  const [flashes, beeps] = await Promise.all([flashesOf(playlist), beepsOf(playlist)])
  const [first = Number.NaN] = flashes
  if (flashes.some((flash, index) => Math.abs(flash - first - index) > TOLERANCE_SECONDS))
    throw new Error(`flashes at ${flashes.join()}`)
  return beeps.map((beep) => {
    const beside = beep - soundDelaySeconds - first + 1
    return Math.abs(beside - Math.round(beside)) <= TOLERANCE_SECONDS ? Math.round(beside) : beside
  })
}

async function flashesOf(playlist: string): Promise<number[]> {
  const { stderr } = await run(
    'ffmpeg',
    ['-nostdin', '-copyts', '-i', playlist, '-map', '0:v', '-vf', 'showinfo', '-f', 'null', '-'],
    { maxBuffer: MAX_OUTPUT_BYTES },
  )
  const frames = [...stderr.matchAll(/pts_time:(\S+) .* mean:\[(\d+)/g)]
  const isBright = (index: number) => Number(frames[index]?.[2] ?? 0) > 128
  // A flash may last for several frames, and one with which the picture begins from before its time.
  return frames.flatMap(([, time], index) =>
    isBright(index) && !isBright(index - 1) && index > 0 ? [Number(time)] : [],
  )
}

async function beepsOf(playlist: string): Promise<number[]> {
  const output = ['-map', '0:a', '-ac', '1', '-ar', String(SAMPLES_PER_SECOND), '-f', 's16le', '-']
  const { stdout: bytes } = await run('ffmpeg', ['-v', 'error', '-nostdin', '-i', playlist, ...output], {
    encoding: 'buffer',
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  const beeps: number[] = []
  let lastLoud = -QUIET_SECONDS
  for (let at = 0; at + 2 <= bytes.length; at += 2) {
    if (Math.abs(bytes.readInt16LE(at)) < BEEP_LEVEL * 32_768) continue
    const seconds = at / 2 / SAMPLES_PER_SECOND
    if (seconds - lastLoud > QUIET_SECONDS) beeps.push(seconds)
    lastLoud = seconds
  }
  return beeps
}
