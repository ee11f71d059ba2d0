/** Of one tile: its longer side. */
const TILE_SIDE_PIXELS = 160
const MAX_TILES = 100
const MAX_COLUMNS = 10
const SHORTEST_STEP_SECONDS = 1

/** One sheet of small pictures, taken at even steps through a video and laid out in rows. */
export interface Storyboard {
  durationSeconds: number
  stepSeconds: number
  tiles: number
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
}

/** A picture a second, or a hundred in all for a long video. */
export function planStoryboard(durationSeconds: number, shown: { width: number; height: number }): Storyboard {
  const stepSeconds = Math.max(SHORTEST_STEP_SECONDS, durationSeconds / MAX_TILES)
  const tiles = Math.max(1, Math.min(MAX_TILES, Math.ceil(durationSeconds / stepSeconds)))
  const columns = Math.min(MAX_COLUMNS, tiles)
  const scale = TILE_SIDE_PIXELS / Math.max(shown.width, shown.height)
  const pixels = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return {
    ...{ durationSeconds, stepSeconds, tiles, columns, rows: Math.ceil(tiles / columns) },
    ...{ tileWidth: pixels(shown.width), tileHeight: pixels(shown.height) },
  }
}

/** The WebVTT that names the part of the sheet for each stretch of time (Media Fragments: `#xywh=`). */
export function storyboardText(board: Storyboard, picture: string): string {
  const cues = Array.from({ length: board.tiles }, (_, tile) => {
    const from = tile * board.stepSeconds
    const to = tile === board.tiles - 1 ? board.durationSeconds : from + board.stepSeconds
    const x = (tile % board.columns) * board.tileWidth
    const y = Math.floor(tile / board.columns) * board.tileHeight
    return `${time(from)} --> ${time(to)}\n${picture}#xywh=${x},${y},${board.tileWidth},${board.tileHeight}\n`
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
