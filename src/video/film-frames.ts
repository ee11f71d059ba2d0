import { planStoryboard } from './ffmpeg/storyboard.ts'
import type { Playback } from './video.ts'

/** Small pictures of a film on one sheet, in rows, from left to right and from top to bottom. */
export interface FilmFrames {
  /** Address of the sheet. */
  sheet: string
  columns: number
  rows: number
  /** Of one of them, in pixels. */
  width: number
  height: number
  /** When each of them is shown in the film. */
  seconds: number[]
}

/** What the storyboard of a video shows; null while it has none. */
export function filmFrames(video: {
  storyboard: Playback['storyboard']
  durationSeconds: number | null
  width: number | null
  height: number | null
}): FilmFrames | null {
  const { storyboard, durationSeconds, width, height } = video
  if (storyboard === null || durationSeconds === null || width === null || height === null) return null
  const board = planStoryboard(durationSeconds, { width, height })
  return {
    sheet: storyboard.replace(/\.vtt$/, '.webp'),
    columns: board.columns,
    rows: board.rows,
    width: board.tileWidth,
    height: board.tileHeight,
    seconds: Array.from({ length: board.tiles }, (_, tile) => Math.round(tile * board.stepSeconds * 1000) / 1000),
  }
}
