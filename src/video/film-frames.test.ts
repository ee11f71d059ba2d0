import { expect, test } from 'vitest'
import { filmFrames } from './film-frames.ts'

const film = { storyboard: '/media/v/storyboard-1.vtt', durationSeconds: 23.4, width: 1280, height: 720 }

test('a film shows a frame a second on the sheet beside its storyboard', () => {
  const frames = filmFrames(film)
  expect(frames).toMatchObject({ sheet: '/media/v/storyboard-1.webp', columns: 10, rows: 3, width: 160, height: 90 })
  expect(frames?.seconds).toHaveLength(24)
  expect(frames?.seconds.at(-1)).toBe(23)
})

test('a long film shows a hundred, and none of them after its end', () => {
  const seconds = filmFrames({ ...film, durationSeconds: 599.7 })?.seconds ?? []
  expect(seconds).toHaveLength(100)
  expect(seconds[1]).toBe(5.997)
  expect(Math.max(...seconds)).toBeLessThan(599.7)
})

test('a film without a storyboard, or not measured, shows none', () => {
  expect(filmFrames({ ...film, storyboard: null })).toBeNull()
  expect(filmFrames({ ...film, durationSeconds: null })).toBeNull()
  expect(filmFrames({ ...film, width: null })).toBeNull()
})
