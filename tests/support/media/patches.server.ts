import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Red, green and blue of the four quarters of a picture, by rows, 0 to 255 each. */
export type Patches = readonly (readonly [number, number, number])[]

/** Colours on which each wrong matrix, range or space shows. */
export const patches: Patches = [
  [255, 0, 0],
  [0, 192, 0],
  [32, 64, 255],
  [224, 128, 32],
]

interface PatchFilm {
  width?: number
  height?: number
  seconds?: number
  /** Opacity of each patch, 0 to 1. */
  opacity?: readonly number[]
  /** Filters that make the pixels of the source out of RGB. */
  filters: string
  /** Codec and tags. */
  options: string[]
}

const run = promisify(execFile)

/** Makes a video of four patches. */
export async function makePatchFilm(path: string, film: PatchFilm): Promise<string> {
  const { width = 160, height = 90, seconds = 0.5, opacity = [1, 1, 1, 1], filters, options } = film
  const tiles = patches.map(
    (colour, index) =>
      `color=c=0x${Buffer.from(colour).toString('hex')}@${opacity[index]}:s=${width / 2}x${height / 2}:r=12:d=${seconds},format=rgba[p${index}]`,
  )
  const graph = [...tiles, `[p0][p1][p2][p3]xstack=inputs=4:layout=0_0|w0_0|0_h0|w0_h0,${filters}[film]`].join(';')
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-filter_complex', graph, '-map', '[film]', ...options, path])
  return path
}

/** Places of a picture that is 64 wide and 64 high. */
export type Places = readonly (readonly [x: number, y: number])[]

const quarters: Places = [
  [16, 16],
  [48, 16],
  [16, 48],
  [48, 48],
]

/**
 * Reads the patches of a picture, or of a frame of one of our renditions: by the matrix that is stated, as readers of its format do.
 *
 * @param matrix of a video; none for a picture
 * @param places the middles of the four quarters unless given
 * @param seconds where the frame is; the first one unless given
 */
export async function readPatches(
  path: string,
  matrix?: 'bt709',
  { places = quarters, seconds = 0 }: { places?: Places; seconds?: number } = {},
): Promise<Patches> {
  const stated = matrix ? [`in_color_matrix=${matrix}`, 'in_range=tv'] : []
  const scale = ['scale=64:64', 'flags=neighbor+accurate_rnd+full_chroma_int', ...stated].join(':')
  const raw = ['-vf', `${scale},format=rgb24`, '-frames:v', '1', '-f', 'rawvideo', '-']
  const from = seconds > 0 ? ['-ss', String(seconds)] : []
  const { stdout } = await run('ffmpeg', ['-v', 'error', ...from, '-i', path, ...raw], { encoding: 'buffer' })
  return places.map(([x, y]) => {
    const [red = -1, green = -1, blue = -1] = stdout.subarray((y * 64 + x) * 3)
    return [red, green, blue]
  })
}

/** The largest difference between two pictures' patches, of 255. */
export function differenceOf(one: Patches, other: Patches): number {
  const differences = one.flatMap((colour, patch) =>
    colour.map((value, channel) => Math.abs(value - (other[patch]?.[channel] ?? Number.NaN))),
  )
  return Math.max(...differences)
}
