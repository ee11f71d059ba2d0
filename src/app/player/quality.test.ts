import { describe, expect, it, test } from 'vitest'
import { formatBitRate, levelOf, nearestQuality, parseQuality, qualitiesOf, smallerThan } from './quality.ts'

const level = (width: number, height: number, averageBitrate: number) => ({ width, height, averageBitrate })
const ladder = [level(640, 360, 400_000), level(1280, 720, 1_500_000), level(1920, 1080, 2_900_000)]

describe('the qualities of a playlist', () => {
  it('are its renditions, the largest first', () => {
    expect(qualitiesOf(ladder)).toEqual([
      { lines: 1080, bitsPerSecond: 2_900_000 },
      { lines: 720, bitsPerSecond: 1_500_000 },
      { lines: 360, bitsPerSecond: 400_000 },
    ])
    expect(qualitiesOf([])).toEqual([])
  })

  it('are named by the shorter side of an upright picture', () => {
    expect(qualitiesOf([level(360, 640, 400_000)])).toEqual([{ lines: 360, bitsPerSecond: 400_000 }])
  })

  it('have each size once, and none without a picture', () => {
    const twice = [level(1280, 720, 1_500_000), level(1280, 720, 2_500_000), level(0, 0, 64_000)]
    expect(qualitiesOf(twice)).toEqual([{ lines: 720, bitsPerSecond: 2_500_000 }])
    expect(levelOf(twice, 720)).toBe(1)
  })
})

describe('the level of a chosen quality', () => {
  test.each([
    [1080, 2],
    [720, 1],
    [480, 0],
    [144, 0],
    [4320, 2],
  ])('%d lines are level %d', (lines, index) => {
    expect(levelOf(ladder, lines)).toBe(index)
    const { width, height } = ladder[index]!
    expect(nearestQuality(qualitiesOf(ladder), lines)?.lines).toBe(Math.min(width, height))
  })

  it('is none in an empty playlist', () => {
    expect(levelOf([], 720)).toBe(-1)
    expect(nearestQuality([], 720)).toBeUndefined()
  })
})

test('a smaller quality is the next below the one that is shown', () => {
  const qualities = qualitiesOf(ladder)
  expect(smallerThan(qualities, 1080)?.lines).toBe(720)
  expect(smallerThan(qualities, 480)?.lines).toBe(360)
  expect(smallerThan(qualities, 360)).toBeUndefined()
  expect(smallerThan(qualities, null)).toBeUndefined()
  expect(smallerThan([], 720)).toBeUndefined()
})

test.each([
  [5_130_000, '5.1 Mbit/s'],
  [2_800_000, '2.8 Mbit/s'],
  [64_000, '0.1 Mbit/s'],
  [1_000, '0.1 Mbit/s'],
])('%d bits a second are %s', (bitsPerSecond, text) => {
  expect(formatBitRate(bitsPerSecond)).toBe(text)
})

test('a stored quality is a number of lines, and anything else is automatic', () => {
  expect(parseQuality('720')).toBe(720)
  for (const text of [null, '', '0', '-720', '720p', '1e3', '99999', 'null', '{}', '<b>'])
    expect(parseQuality(text), String(text)).toBeNull()
})
