import { expect, test } from 'vitest'
import { linkedFileOf } from './linked-file.ts'

/** Files of these sizes, in the order of a video: smallest first. */
const filesOf = (...sizes: [number, number][]) =>
  sizes.map(([width, height]) => ({ width, height, sizeBytes: 1, url: `/media/v/${width}x${height}.mp4` }))

test.each([
  [
    'the one with 720 lines',
    [
      [640, 360],
      [1280, 720],
      [1920, 1080],
    ],
    720,
  ],
  [
    'the nearest one, where none has 720',
    [
      [640, 360],
      [960, 540],
      [1920, 1080],
    ],
    540,
  ],
  [
    'the smaller of two that are as near',
    [
      [853, 480],
      [1707, 960],
    ],
    480,
  ],
  [
    'an upright one by its shorter side',
    [
      [360, 640],
      [720, 1280],
      [1080, 1920],
    ],
    1280,
  ],
  ['the only one', [[320, 180]], 180],
] as const)('programs are sent to %s', (_, sizes, height) => {
  expect(linkedFileOf(filesOf(...sizes.map(([wide, high]): [number, number] => [wide, high])))?.height).toBe(height)
})

test('programs are sent to no file before there is one', () => {
  expect(linkedFileOf([])).toBeNull()
})
