import { expect, test } from 'vitest'
import { chooseLevel } from './rendition-index.ts'

const level = (width: number, height: number, videoCodec = 'avc1.64001f') => ({ width, height, videoCodec })
const ladder = [level(640, 360), level(1280, 720), level(1920, 1080), level(1920, 1080, 'av01.0.08M.08')]

test.each([
  ['the largest of 720 lines at most is stepped through', ladder, 'stepping', 1],
  ['a saved frame has all lines', ladder, 'best', 2],
  [
    'an upright picture counts by its shorter side',
    [level(360, 640), level(720, 1280), level(1080, 1920)],
    'stepping',
    1,
  ],
  ['where all are larger, the smallest is stepped through', [level(3840, 2160), level(2560, 1440)], 'stepping', 1],
  ['AV1 is left out', [level(640, 360, 'av01.0.08M.08')], 'best', -1],
])('%s', (_name, levels, which, index) => {
  expect(chooseLevel(levels, which)).toBe(index)
})
