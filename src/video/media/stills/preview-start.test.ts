import { describe, expect, it } from 'vitest'
import { findPreviewStart, parseSceneChanges, type SceneChange } from './preview-start.ts'

/** A score each second; 0 where none is given. */
function sceneChanges(seconds: number, scores: Record<number, number> = {}): SceneChange[] {
  return Array.from({ length: seconds }, (_, atSeconds) => ({ atSeconds, score: scores[atSeconds] ?? 0 }))
}

const span = (from: number, to: number, score: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, index) => [from + index, score]))

describe('findPreviewStart', () => {
  it('begins at the beginning when the entire video is shown', () => {
    expect(findPreviewStart(sceneChanges(12), 12, 12)).toBe(0)
    expect(findPreviewStart(sceneChanges(5, { 3: 0.2 }), 5, 12)).toBe(0)
  })
  it('skips the first and last seconds, however much moves in them', () => {
    expect(findPreviewStart(sceneChanges(60, span(0, 4, 0.3)), 60, 12)).toBe(4)
    expect(findPreviewStart(sceneChanges(60, span(56, 60, 0.2)), 60, 12)).toBeLessThanOrEqual(44)
    expect(findPreviewStart(sceneChanges(15, span(0, 15, 0.1)), 15, 12)).toBe(1.5)
  })
  it('finds where the most moves', () => {
    expect(findPreviewStart(sceneChanges(100, span(41, 53, 0.1)), 100, 12)).toBe(40)
  })
  it('prefers steady motion to a single cut', () => {
    const start = findPreviewStart(sceneChanges(100, { 20: 0.9, ...span(61, 73, 0.1) }), 100, 12)
    expect(start).toBe(60)
  })
  it('begins with a nearby cut', () => {
    expect(findPreviewStart(sceneChanges(100, { ...span(41, 53, 0.1), 42: 0.5 }), 100, 12)).toBe(42)
  })
  it('begins with the first of two cuts, also when that is where it would begin anyway', () => {
    expect(findPreviewStart(sceneChanges(100, { 4: 0.5, 6: 0.5 }), 100, 12)).toBe(4)
  })
  it('counts the lowest score that ffmpeg calls a cut as one', () => {
    expect(findPreviewStart(sceneChanges(100, { ...span(41, 53, 0.1), 42: 0.3 }), 100, 12)).toBe(42)
  })
  it('finds a start in a still video too', () => {
    expect(findPreviewStart(sceneChanges(100), 100, 12)).toBe(4)
    expect(findPreviewStart([], 100, 12)).toBe(4)
  })
})

it('reads what ffmpeg prints for each frame', () => {
  const text =
    'frame:0    pts:0       pts_time:0\nlavfi.scene_score=0.000000\nframe:1    pts:1       pts_time:0.166667\nlavfi.scene_score=0.012500\n'
  expect(parseSceneChanges(text)).toEqual([
    { atSeconds: 0, score: 0 },
    { atSeconds: 0.166667, score: 0.0125 },
  ])
})
