import { expect, test } from 'vitest'
import { partsOf, shareOf } from './note-shares.ts'

test('parts cover a range without a gap, and are equal but for rounding', () => {
  expect(partsOf({ from: 10, to: 19 }, 3)).toEqual([
    { from: 10, to: 13 },
    { from: 14, to: 16 },
    { from: 17, to: 19 },
  ])
  expect(partsOf({ from: 5, to: 6 }, 200)).toEqual([
    { from: 5, to: 5 },
    { from: 6, to: 6 },
  ])
  expect(partsOf({ from: 5, to: 4 }, 200)).toEqual([])
  const parts = partsOf({ from: 0, to: 14_398 }, 200)
  expect(parts).toHaveLength(200)
  expect(parts.map(({ from }, at) => from - (parts[at - 1]?.to ?? -1))).toEqual(Array(200).fill(1))
  expect(parts.at(-1)!.to).toBe(14_398)
})

test('what quiet parts leave is shared by the others', () => {
  expect(shareOf([5, 5, 5], 9)).toBe(3)
  expect(shareOf([1, 100, 100], 11)).toBe(5)
  expect(shareOf([0, 0, 100], 11)).toBe(11)
  expect(shareOf([2, 3], 100)).toBe(3)
  expect(shareOf([2, 3], 0)).toBe(0)
  expect(shareOf([], 10)).toBe(0)
})

test.each([[[1, 2, 3, 400, 5000]], [Array(200).fill(500)], [[...Array(199).fill(1), 90_000]]])(
  'no more are taken than there are places',
  (counts) => {
    const share = shareOf(counts, 2000)
    const taken = counts.reduce((sum, count) => sum + Math.min(count, share), 0)
    expect(taken).toBeLessThanOrEqual(2000)
    expect(taken).toBeGreaterThan(2000 - counts.length)
  },
)
