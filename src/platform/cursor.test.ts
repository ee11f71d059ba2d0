import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor, pageSize } from './cursor.server.ts'

test('a cursor survives a round trip through a URL', () => {
  const written = encodeCursor('2~銀河~k7m2pq?')
  expect(written).toMatch(/^[0-9A-Za-z_-]+$/)
  expect(decodeCursor(written)).toBe('2~銀河~k7m2pq?')
})

test('a cursor longer than its list allows is not decoded', () => {
  expect(decodeCursor(encodeCursor('a'.repeat(150)))).toHaveLength(150)
  expect(decodeCursor(encodeCursor('a'.repeat(151)))).toBe('')
  expect(decodeCursor(encodeCursor('a'.repeat(151)), 1200)).toHaveLength(151)
})

test.each([
  [undefined, 24],
  [0, 1],
  [-3, 1],
  [1.9, 1],
  [60, 60],
  [61, 60],
])('a page for which %s are requested has at most %s', (requested, size) => {
  expect(pageSize(requested, { size: 24, maxSize: 60 })).toBe(size)
})
