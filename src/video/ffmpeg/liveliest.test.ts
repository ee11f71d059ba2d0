import { describe, expect, it } from 'vitest'
import { type Change, liveliestStart, readChanges } from './liveliest.ts'

/** A look each second; where nothing is said nothing moves. */
function film(seconds: number, scores: Record<number, number> = {}): Change[] {
  return Array.from({ length: seconds }, (_, atSeconds) => ({ atSeconds, score: scores[atSeconds] ?? 0 }))
}

const span = (from: number, to: number, score: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, place) => [from + place, score]))

describe('liveliestStart', () => {
  it('begins at the beginning when the whole video is shown', () => {
    expect(liveliestStart(film(12), 12, 12)).toBe(0)
    expect(liveliestStart(film(5, { 3: 0.2 }), 5, 12)).toBe(0)
  })
  it('leaves out the first and last seconds, however lively they are', () => {
    expect(liveliestStart(film(60, span(0, 4, 0.3)), 60, 12)).toBe(4)
    expect(liveliestStart(film(60, span(56, 60, 0.2)), 60, 12)).toBeLessThanOrEqual(44)
    expect(liveliestStart(film(15, span(0, 15, 0.1)), 15, 12)).toBe(1.5)
  })
  it('finds where the most moves', () => {
    expect(liveliestStart(film(100, span(41, 53, 0.1)), 100, 12)).toBe(40)
  })
  it('takes steady movement for more than a single cut', () => {
    const start = liveliestStart(film(100, { 20: 0.9, ...span(61, 73, 0.1) }), 100, 12)
    expect(start).toBe(60)
  })
  it('begins with a cut that is near', () => {
    expect(liveliestStart(film(100, { ...span(41, 53, 0.1), 42: 0.5 }), 100, 12)).toBe(42)
  })
  it('begins with the first of two cuts, also where it would begin anyway', () => {
    expect(liveliestStart(film(100, { 4: 0.5, 6: 0.5 }), 100, 12)).toBe(4)
  })
  it('takes what ffmpeg just calls a cut for one', () => {
    expect(liveliestStart(film(100, { ...span(41, 53, 0.1), 42: 0.3 }), 100, 12)).toBe(42)
  })
  it('has a place in a still video too', () => {
    expect(liveliestStart(film(100), 100, 12)).toBe(4)
    expect(liveliestStart([], 100, 12)).toBe(4)
  })
})

it('reads what ffmpeg prints for each picture', () => {
  const text =
    'frame:0    pts:0       pts_time:0\nlavfi.scene_score=0.000000\nframe:1    pts:1       pts_time:0.166667\nlavfi.scene_score=0.012500\n'
  expect(readChanges(text)).toEqual([
    { atSeconds: 0, score: 0 },
    { atSeconds: 0.166667, score: 0.0125 },
  ])
})
