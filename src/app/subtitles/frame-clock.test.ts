import { expect, test } from 'vitest'
import { clockOf } from './frame-clock.ts'

test.each([
  [198.375, 24, 198, ' +09'],
  [1, 24, 1, ' +00'],
  [0.9999, 24, 1, ' +00'],
  // At 23.976 the first frame of second 2 begins at 2.002, and the one at 1.96 is the 23rd after that of second 1.
  [2.002, 24_000 / 1001, 2, ' +00'],
  // A time in the hundredths of ASS means the first frame from then on.
  [0.12, 24_000 / 1001, 0, ' +03'],
  [1.961, 24_000 / 1001, 1, ' +23'],
  [1.29, null, 1, '.29'],
  [59.999, null, 60, '.00'],
])('%d at %j frames a second is second %d%s', (seconds, framesPerSecond, second, part) => {
  expect(clockOf(seconds, framesPerSecond)).toEqual({ second, part })
})
