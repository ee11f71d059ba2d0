import { planStoryboard } from '../media/stills/storyboard.ts'
import type { Playback } from '../video.ts'

/** Thumbnails of a video on one sprite, in rows, from left to right and top to bottom. */
export interface StoryboardFrames {
  /** URL of the sprite. */
  sprite: string
  columns: number
  rows: number
  /** Size of one thumbnail, in pixels. */
  width: number
  height: number
  /** Position of each thumbnail in the video, in seconds. */
  seconds: number[]
}

/** Thumbnails of a video's storyboard; null while it has none. */
export function storyboardFrames(video: {
  storyboard: Playback['storyboard']
  durationSeconds: number | null
  width: number | null
  height: number | null
}): StoryboardFrames | null {
  const { storyboard, durationSeconds, width, height } = video
  if (storyboard === null || durationSeconds === null || width === null || height === null) return null
  const grid = planStoryboard(durationSeconds, { width, height })
  return {
    sprite: storyboard.replace(/\.vtt$/, '.webp'),
    columns: grid.columns,
    rows: grid.rows,
    width: grid.tileWidth,
    height: grid.tileHeight,
    seconds: Array.from({ length: grid.tiles }, (_, tile) => Math.round(tile * grid.stepSeconds * 1000) / 1000),
  }
}
