import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bt709Tags } from './colour-tags.ts'

/** Properties of a generated clip. Default: two seconds of small H.264 and AAC in a faststart MP4. */
export interface ClipSpec {
  seconds?: number
  width?: number
  height?: number
  /** A number or a fraction such as `30000/1001`. */
  fps?: number | string
  video?: 'h264' | 'hevc' | 'vp8' | 'vp9' | 'mpeg4' | 'mpeg2' | 'theora' | 'none'
  audio?: 'aac' | 'mp3' | 'opus' | 'vorbis' | 'flac' | 'none'
  channels?: number
  container?: 'mp4' | 'mov' | 'mkv' | 'webm' | 'avi' | 'ts' | 'mpg' | 'ogv' | 'flv' | 'm4a'
  /** Seconds between keyframes. */
  keyframeSeconds?: number
  pixelFormat?: string
  /** Width of a pixel to its height, as `4/3`. */
  pixelAspect?: string
  isInterlaced?: boolean
  /** Frames have uneven timestamps. */
  isVariableFrameRate?: boolean
  /** Degrees by which a player has to rotate the video; MP4 and MOV only. */
  rotation?: 90 | 180 | 270
  /** The index of an MP4 follows its media: nothing can be read before the file is complete. */
  isIndexLast?: boolean
  /** Delay of the audio track relative to the video track, in seconds. */
  audioDelaySeconds?: number
  /** Black for this many seconds before the moving test card. */
  blackSeconds?: number
  /** Every frame carries its number, as `readFrameNumber` reads it. */
  isNumbered?: boolean
  /** Each drawing stays on so many frames, and carries the number of its first one. */
  framesPerDrawing?: number
  /** Further options of the output, last. */
  extra?: string[]
}

/** Bits of a frame's number; a multiple of the widths of clips. */
export const NUMBER_BITS = 16

const run = promisify(execFile)

const videoCodecs = {
  h264: ['-c:v', 'libx264', '-preset', 'superfast', '-profile:v', 'high', '-bf', '2', '-tune', 'animation'],
  hevc: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-tag:v', 'hvc1'],
  vp8: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '300k'],
  vp9: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '300k'],
  mpeg4: ['-c:v', 'mpeg4', '-q:v', '5'],
  mpeg2: ['-c:v', 'mpeg2video', '-q:v', '5'],
  theora: ['-c:v', 'libtheora', '-q:v', '5'],
  none: ['-vn'],
}

const audioCodecs = {
  aac: ['-c:a', 'aac', '-b:a', '64k'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '64k'],
  opus: ['-c:a', 'libopus', '-b:a', '64k'],
  vorbis: ['-c:a', 'libvorbis'],
  flac: ['-c:a', 'flac'],
  none: ['-an'],
}

/**
 * Makes a small real video by ffmpeg and returns its path. The same spec in the same folder is reused, and simultaneous
 * calls are safe.
 */
export async function makeClip(dir: string, spec: ClipSpec = {}): Promise<string> {
  const container = spec.container ?? 'mp4'
  const name = createHash('sha256').update(JSON.stringify(spec)).digest('hex').slice(0, 16)
  const path = join(dir, `${name}.${container}`)
  const exists = await stat(path).catch(() => null)
  if (exists) return path
  await mkdir(dir, { recursive: true })
  const unfinished = join(dir, `${name}-${process.pid}-${Math.random().toString(36).slice(2)}.${container}`)
  try {
    await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...clipArguments(spec), unfinished])
    if (spec.rotation) await rotate(unfinished, spec.rotation)
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
  return path
}

function clipArguments(spec: ClipSpec): string[] {
  const { seconds = 2, width = 320, height = 180, fps = 24, video = 'h264', audio = 'aac' } = spec
  const hasVideo = video !== 'none'
  const delay = spec.audioDelaySeconds ?? 0
  const videoInput = `testsrc2=size=${width}x${height}:rate=${fps}:duration=${seconds}`
  const audioInput = `sine=frequency=440:sample_rate=48000:duration=${seconds - delay}`
  return [
    ...(hasVideo ? ['-f', 'lavfi', '-i', videoInput] : []),
    ...(audio === 'none' ? [] : ['-itsoffset', String(delay), '-f', 'lavfi', '-i', audioInput]),
    ...(hasVideo ? ['-vf', videoFilters(spec), '-fps_mode', 'passthrough', ...videoCodecs[video]] : ['-vn']),
    ...(hasVideo && spec.isVariableFrameRate ? ['-enc_time_base', '1:90000'] : []),
    ...(spec.isInterlaced ? ['-flags:v', '+ildct+ilme', '-field_order', 'tt', '-top', '1'] : []),
    ...(hasVideo ? ['-force_key_frames', `expr:gte(t,n_forced*${spec.keyframeSeconds ?? 2})`, '-g', '9999'] : []),
    ...(hasVideo ? bt709Tags : []),
    ...audioCodecs[audio],
    ...(audio === 'none' ? [] : ['-ac', String(spec.channels ?? 2)]),
    ...(['mp4', 'mov'].includes(spec.container ?? 'mp4') && !spec.isIndexLast ? ['-movflags', '+faststart'] : []),
    ...(spec.extra ?? []),
  ]
}

function videoFilters(spec: ClipSpec): string {
  const { width = 320, fps = 24 } = spec
  return [
    ...(spec.blackSeconds ? [`drawbox=color=black:t=fill:enable='lt(t,${spec.blackSeconds})'`] : []),
    ...(spec.isNumbered ? frameNumber(width) : []),
    ...(spec.framesPerDrawing ? [`select='not(mod(n,${spec.framesPerDrawing}))'`, `fps=${fps}`] : []),
    // Drops two of every five frames, as a screen recorder does when nothing moves.
    ...(spec.isVariableFrameRate ? ["select='not(eq(mod(n,5),1)+eq(mod(n,5),2))'"] : []),
    ...(spec.isInterlaced ? ['setfield=tff'] : []),
    `setsar=${spec.pixelAspect ?? '1/1'}`,
    `format=${spec.pixelFormat ?? 'yuv420p'}`,
  ].join(',')
}

/** The bits of the frame's number as squares along the top edge, the lowest one first: white for 1. */
function frameNumber(width: number): string[] {
  const side = width / NUMBER_BITS
  const ground = `drawbox=x=0:y=0:w=${width}:h=${side}:color=black:t=fill`
  return [
    ground,
    ...Array.from({ length: NUMBER_BITS }, (_, bit) => {
      const isSet = `mod(floor(n/${2 ** bit}),2)`
      return `drawbox=x=${bit * side}:y=0:w=${side}:h=${side}:color=white:t=fill:enable='${isSet}'`
    }),
  ]
}

async function rotate(path: string, degrees: number): Promise<void> {
  const rotated = `${path}.turned.${path.split('.').at(-1)}`
  const metadata = ['-metadata:s:v:0', `rotate=${degrees}`]
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', path, '-c', 'copy', ...metadata, rotated])
  await rename(rotated, path)
}
