/** One frame of a video: its area in the sprite, in pixels, and the time range that it represents, in seconds. */
export interface Tile {
  from: number
  to: number
  x: number
  y: number
  width: number
  height: number
}

/** Frames of a video in one sprite, in order of time. */
export interface Tiles {
  spriteUrl: string
  /** Size in pixels of the part of the sprite that tiles cover. */
  width: number
  height: number
  tiles: Tile[]
}

const TIME = String.raw`(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})`
const CUE = new RegExp(String.raw`^${TIME} +--> +${TIME}.*\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$`, 'gm')

/**
 * Reads a WebVTT file whose cues name areas of one image (Media Fragments: `#xywh=`). Its times are exact, and may
 * differ by one tile from those calculated from the duration of the video.
 *
 * @param url of the WebVTT file, to which the URL of the sprite is relative
 * @returns null when it names no tiles
 */
export function readTiles(text: string, url: string): Tiles | null {
  const cues = Array.from(text.replaceAll(/\r\n?/g, '\n').matchAll(CUE), ([, ...parts]) => {
    const [x, y, width, height] = parts.slice(9).map(Number) as [number, number, number, number]
    return {
      image: parts[8] ?? '',
      from: seconds(parts.slice(0, 4)),
      to: seconds(parts.slice(4, 8)),
      x,
      y,
      width,
      height,
    }
  })
  const sprite = cues[0]?.image
  if (sprite === undefined) return null
  const tiles = cues.filter(({ image, width, height }) => image === sprite && width > 0 && height > 0)
  if (tiles.length === 0) return null
  return {
    spriteUrl: new URL(sprite, url).href,
    width: Math.max(...tiles.map(({ x, width }) => x + width)),
    height: Math.max(...tiles.map(({ y, height }) => y + height)),
    tiles: tiles.map(({ image: _, ...tile }) => tile),
  }
}

/** The tile of a time: the last one that starts by then, or the first. */
export function tileAt({ tiles }: Tiles, seconds: number): Tile | undefined {
  return tiles.findLast(({ from }) => from <= seconds) ?? tiles[0]
}

/**
 * The time in seconds under a pointer on a slider whose thumb stays inside it: its centre stops half a thumb from
 * either end.
 *
 * @param x of the pointer, in the same pixels as the slider's box
 */
export function timeAtPointer(
  x: number,
  slider: { left: number; width: number },
  thumb: number,
  duration: number,
): number {
  const travel = slider.width - thumb
  if (travel <= 0) return 0
  return Math.min(1, Math.max(0, (x - slider.left - thumb / 2) / travel)) * duration
}

function seconds([hours = '0', minutes = '0', wholeSeconds = '0', thousandths = '0']: (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(wholeSeconds) + Number(thousandths) / 1000
}
