import { describe, expect, it } from 'vitest'
import { drawScenes, FRAMES_PER_SECOND, planScenes } from './drawn-scenes.ts'

describe('the generated clip', () => {
  it.each([2, 7, 20, 60])('is %i seconds long to the frame', (seconds) => {
    const frames = planScenes(seconds).reduce((sum, scene) => sum + scene.frames, 0)
    expect(frames).toBe(seconds * FRAMES_PER_SECOND)
  })

  it('cuts every 1.6 to 5.5 seconds', () => {
    const seconds = planScenes(60).map((scene) => scene.frames / FRAMES_PER_SECOND)
    expect(Math.min(...seconds)).toBeGreaterThan(1.5)
    expect(Math.max(...seconds)).toBeLessThanOrEqual(5.5)
  })

  it('has effects in one scene out of five', () => {
    const withEffects = planScenes(60).filter((scene) => scene.hasEffects)
    expect(withEffects.map((scene) => scene.seed)).toEqual([5, 10, 15])
  })

  it('has no pans, grain or effects when flat', () => {
    expect(drawScenes(planScenes(60), 'painted')).toMatch(/noise=.*\n?.*blend=/s)
    expect(drawScenes(planScenes(60), 'flat')).not.toMatch(/noise|blend|crop/)
  })

  it('is the same on every call', () => {
    expect(drawScenes(planScenes(60))).toBe(drawScenes(planScenes(60)))
  })
})
