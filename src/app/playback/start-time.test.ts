import { expect, test } from 'vitest'
import { readStartTime } from './start-time.ts'

test.each([
  ['0', 0],
  ['90', 90],
  ['90.5', 90.5],
  ['1m10s', 70],
  ['161', 161],
  ['161.5', 161.5],
  ['161s', 161],
  ['2m41s', 161],
  ['2m', 120],
  ['1h2m3s', 3723],
  ['2:41', 161],
  [' 0:05 ', 5],
  ['1:02:03', 3723],
])('%s is %f seconds', (text, seconds) => {
  expect(readStartTime(text)).toBe(seconds)
})

test.each(['', ' ', 'soon', '-5', '1e3', '2:75', '41s2m', '2m41', 's', '1:2:3:4', 'Infinity', '0x10'])(
  '%s is no time',
  (text) => {
    expect(readStartTime(text)).toBeNull()
  },
)
