import { describe, expect, it } from 'vitest'
import { planStoryboard, storyboardVtt } from './storyboard.ts'

const wide = { width: 640, height: 360 }

describe('planStoryboard', () => {
  it('has a frame a second', () => {
    expect(planStoryboard(2.5, wide)).toMatchObject({ tiles: 3, columns: 3, rows: 1, stepSeconds: 1 })
    expect(planStoryboard(25, wide)).toMatchObject({ tiles: 25, columns: 10, rows: 3 })
  })
  it('has a hundred frames at most', () => {
    expect(planStoryboard(600, wide)).toMatchObject({ tiles: 100, columns: 10, rows: 10, stepSeconds: 6 })
    expect(planStoryboard(600.4, wide).tiles).toBe(100)
  })
  it('preserves the aspect ratio', () => {
    expect(planStoryboard(9, wide)).toMatchObject({ tileWidth: 160, tileHeight: 90 })
    expect(planStoryboard(9, { width: 360, height: 640 })).toMatchObject({ tileWidth: 90, tileHeight: 160 })
  })
})

it('names the part of the sprite for each range of time, and ends with the video', () => {
  const storyboard = { ...planStoryboard(75.5, wide), stepSeconds: 6.25, tiles: 13, columns: 10, rows: 2 }
  const text = storyboardVtt(storyboard, 'storyboard-a.webp')
  expect(text.startsWith('WEBVTT\n\n00:00:00.000 --> 00:00:06.250\nstoryboard-a.webp#xywh=0,0,160,90\n\n')).toBe(true)
  expect(text).toContain('00:01:02.500 --> 00:01:08.750\nstoryboard-a.webp#xywh=0,90,160,90\n')
  const long = storyboardVtt({ ...storyboard, stepSeconds: 3599.999, tiles: 2, durationSeconds: 7325.5 }, 'a.webp')
  expect(long).toContain('00:00:00.000 --> 00:59:59.999\n')
  expect(long).toContain('00:59:59.999 --> 02:02:05.500\n')
  expect(text.endsWith('00:01:15.000 --> 00:01:15.500\nstoryboard-a.webp#xywh=320,90,160,90\n')).toBe(true)
})
