import { expect, test } from 'vitest'
import { storyboardFrames } from './storyboard-frames.ts'

const video = { storyboard: '/media/v/storyboard-1.vtt', durationSeconds: 23.4, width: 1280, height: 720 }

test('a video has a frame a second on the sprite beside its storyboard', () => {
  const frames = storyboardFrames(video)
  expect(frames).toMatchObject({ sprite: '/media/v/storyboard-1.webp', columns: 10, rows: 3, width: 160, height: 90 })
  expect(frames?.seconds).toHaveLength(24)
  expect(frames?.seconds.at(-1)).toBe(23)
})

test('a long video has a hundred frames, none of them after its end', () => {
  const seconds = storyboardFrames({ ...video, durationSeconds: 599.7 })?.seconds ?? []
  expect(seconds).toHaveLength(100)
  expect(seconds[1]).toBe(5.997)
  expect(Math.max(...seconds)).toBeLessThan(599.7)
})

test('a video without a storyboard, or not probed, has none', () => {
  expect(storyboardFrames({ ...video, storyboard: null })).toBeNull()
  expect(storyboardFrames({ ...video, durationSeconds: null })).toBeNull()
  expect(storyboardFrames({ ...video, width: null })).toBeNull()
})
