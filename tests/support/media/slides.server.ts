import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { bt709Tags } from './colour-tags.ts'

/** A video of plain frames, most of them shown for long. */
export interface Slides {
  /** Start of each frame, in seconds; the last is shown for one second. Red and blue alternate. */
  at: number[]
  /** Length of the audio track; none by default. */
  audioSeconds?: number
  /** Further options of the output, last. */
  extra?: string[]
}

/** Makes a faststart video as a screen recorder or a slide show does, with one packet for each frame. */
export async function makeSlides(path: string, { at, audioSeconds, extra = [] }: Slides): Promise<string> {
  const frames = at.map((_, index) => `color=${index % 2 ? 'blue' : 'red'}:size=128x72:rate=1:duration=1[p${index}]`)
  const labels = at.map((_, index) => `[p${index}]`).join('')
  const times = at.map((seconds, index) => `eq(N\\,${index})*${Math.round(seconds * 1000)}`).join('+')
  const video = `${labels}concat=n=${at.length},settb=1/1000,setpts=${times},format=yuv420p[video]`
  const audioInput = audioSeconds ? ['-f', 'lavfi', '-i', `sine=sample_rate=48000:duration=${audioSeconds}`] : []
  await promisify(execFile)('ffmpeg', [
    ...[
      '-v',
      'error',
      '-nostdin',
      '-y',
      ...audioInput,
      '-filter_complex',
      [...frames, video].join(';'),
      '-map',
      '[video]',
    ],
    ...(audioSeconds ? ['-map', '0:a', '-c:a', 'aac', '-b:a', '64k'] : []),
    ...['-fps_mode', 'passthrough', '-enc_time_base', '1:1000', '-c:v', 'libx264', '-preset', 'superfast'],
    ...bt709Tags,
    ...['-movflags', '+faststart', ...extra, path],
  ])
  return path
}
