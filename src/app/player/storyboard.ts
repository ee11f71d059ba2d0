/** One small picture of a film: which part of the sheet, in pixels, and from when to when it stands for the film, in seconds. */
export interface Tile {
  from: number
  to: number
  x: number
  y: number
  width: number
  height: number
}

/** Small pictures of a film on one sheet, in the order of time. */
export interface Tiles {
  /** Address of the sheet. */
  sheet: string
  /** Of the sheet, as far as pictures lie on it. */
  width: number
  height: number
  tiles: Tile[]
}

const TIME = String.raw`(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})`
const CUE = new RegExp(String.raw`^${TIME} +--> +${TIME}.*\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$`, 'gm')

/**
 * Reads a WebVTT whose cues name parts of one picture (Media Fragments: `#xywh=`). What it says is exact, and may differ
 * by a picture from what could be reckoned from the length of the film.
 *
 * @param address of the WebVTT itself, which names the sheet beside it
 * @returns null when it names nothing
 */
export function readTiles(text: string, address: string): Tiles | null {
  const cues = Array.from(text.replaceAll(/\r\n?/g, '\n').matchAll(CUE), ([, ...parts]) => {
    const [x, y, width, height] = parts.slice(9).map(Number) as [number, number, number, number]
    return {
      picture: parts[8] ?? '',
      from: seconds(parts.slice(0, 4)),
      to: seconds(parts.slice(4, 8)),
      x,
      y,
      width,
      height,
    }
  })
  const sheet = cues[0]?.picture
  if (sheet === undefined) return null
  const tiles = cues.filter(({ picture, width, height }) => picture === sheet && width > 0 && height > 0)
  if (tiles.length === 0) return null
  return {
    sheet: new URL(sheet, address).href,
    width: Math.max(...tiles.map(({ x, width }) => x + width)),
    height: Math.max(...tiles.map(({ y, height }) => y + height)),
    tiles: tiles.map(({ picture: _, ...tile }) => tile),
  }
}

/** The picture that stands for a moment: the last one that has begun by then, or the first. */
export function tileAt({ tiles }: Tiles, seconds: number): Tile | undefined {
  return tiles.findLast(({ from }) => from <= seconds) ?? tiles[0]
}

/**
 * The moment under a pointer on a slider whose knob travels within it, half a knob from either end.
 *
 * @param x of the pointer, in the same pixels as the slider's box
 */
export function momentUnder(
  x: number,
  slider: { left: number; width: number },
  knob: number,
  duration: number,
): number {
  const travel = slider.width - knob
  if (travel <= 0) return 0
  return Math.min(1, Math.max(0, (x - slider.left - knob / 2) / travel)) * duration
}

function seconds([hours = '0', minutes = '0', whole = '0', thousandths = '0']: (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(thousandths) / 1000
}
