import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A film of plain pictures, most of them shown for long. */
export interface Slides {
  /** When each picture comes, in seconds; the last one is shown for one. Red and blue take turns. */
  at: number[]
  /** Sound beside them; none unless told. */
  soundSeconds?: number
  /** Further options of the output, last. */
  extra?: string[]
}

/** Makes a film as a screen recorder or a slide show does, with one packet for each picture, and its index in front. */
export async function makeSlides(path: string, { at, soundSeconds, extra = [] }: Slides): Promise<string> {
  const pictures = at.map((_, place) => `color=${place % 2 ? 'blue' : 'red'}:size=128x72:rate=1:duration=1[p${place}]`)
  const labels = at.map((_, place) => `[p${place}]`).join('')
  const times = at.map((seconds, place) => `eq(N\\,${place})*${Math.round(seconds * 1000)}`).join('+')
  const film = `${labels}concat=n=${at.length},settb=1/1000,setpts=${times},format=yuv420p[film]`
  const sound = soundSeconds ? ['-f', 'lavfi', '-i', `sine=sample_rate=48000:duration=${soundSeconds}`] : []
  await promisify(execFile)('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-y', ...sound, '-filter_complex', [...pictures, film].join(';'), '-map', '[film]'],
    ...(soundSeconds ? ['-map', '0:a', '-c:a', 'aac', '-b:a', '64k'] : []),
    ...['-fps_mode', 'passthrough', '-enc_time_base', '1:1000', '-c:v', 'libx264', '-preset', 'superfast'],
    ...['-movflags', '+faststart', ...extra, path],
  ])
  return path
}
