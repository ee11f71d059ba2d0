import { expect, test } from 'vitest'
import { formatFrameRange, readFrameRange } from './frame-range.ts'

test.each(['0-0', '12-12', '1032-1098'])('%s names frames', (text) => {
  expect(formatFrameRange(readFrameRange(text)!)).toBe(text)
})

test.each(['', '12', '12-', '-12', '13-12', '1.5-2', 'a-b', '1-2-3', '0-9999999', '１-２'])('%s names none', (text) => {
  expect(readFrameRange(text)).toBeNull()
})
