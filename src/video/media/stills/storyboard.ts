/** Longer side of one tile. */
const TILE_SIDE_PIXELS = 160
const MAX_TILES = 100
const MAX_COLUMNS = 10
const SHORTEST_STEP_SECONDS = 1

/** A sprite of small frames, taken at even steps through a video and laid out in rows. */
export interface Storyboard {
  durationSeconds: number
  stepSeconds: number
  tiles: number
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
}

/** Plans a frame a second, or a hundred in all for a long video. */
export function planStoryboard(durationSeconds: number, frame: { width: number; height: number }): Storyboard {
  const stepSeconds = Math.max(SHORTEST_STEP_SECONDS, durationSeconds / MAX_TILES)
  const tiles = Math.max(1, Math.min(MAX_TILES, Math.ceil(durationSeconds / stepSeconds)))
  const columns = Math.min(MAX_COLUMNS, tiles)
  const scale = TILE_SIDE_PIXELS / Math.max(frame.width, frame.height)
  const pixels = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return {
    durationSeconds,
    stepSeconds,
    tiles,
    columns,
    rows: Math.ceil(tiles / columns),
    tileWidth: pixels(frame.width),
    tileHeight: pixels(frame.height),
  }
}

/** The WebVTT that names the part of the sprite for each range of time (Media Fragments: `#xywh=`). */
export function storyboardVtt(storyboard: Storyboard, spriteName: string): string {
  const cues = Array.from({ length: storyboard.tiles }, (_, tile) => {
    const from = tile * storyboard.stepSeconds
    const to = tile === storyboard.tiles - 1 ? storyboard.durationSeconds : from + storyboard.stepSeconds
    const x = (tile % storyboard.columns) * storyboard.tileWidth
    const y = Math.floor(tile / storyboard.columns) * storyboard.tileHeight
    return `${time(from)} --> ${time(to)}\n${spriteName}#xywh=${x},${y},${storyboard.tileWidth},${storyboard.tileHeight}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** `00:01:02.500` */
function time(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const part = (unit: number, below: number, digits: number) =>
    String(Math.floor(milliseconds / unit) % below).padStart(digits, '0')
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`
}
