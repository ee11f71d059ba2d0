import { expect, test } from 'vitest'
import { daysUntilFull, isNearlyFull } from './overview.ts'

const videos = { originals: 1000, renditions: 3000 }
const uploads = (...bytes: number[]) => bytes.map((each) => ({ bytes: each }))

test('a disk lasts as long as uploads go on, each with its renditions', () => {
  expect(daysUntilFull({ freeBytes: 4000, videos }, uploads(100, 0))).toBe(20)
  expect(daysUntilFull({ freeBytes: 4399, videos }, uploads(50, 50))).toBe(21)
  expect(daysUntilFull({ freeBytes: 0, videos }, uploads(50, 50))).toBe(0)
})

test('nobody can tell how long it lasts without uploads, and where videos are elsewhere', () => {
  expect(daysUntilFull({ freeBytes: 4000, videos }, uploads(0, 0))).toBeNull()
  expect(daysUntilFull({ freeBytes: 4000, videos: null }, uploads(100))).toBeNull()
  expect(daysUntilFull({ freeBytes: 4000, videos: { originals: 0, renditions: 0 } }, uploads(100))).toBeNull()
})

test('a disk is nearly full above 85 percent', () => {
  expect(isNearlyFull({ totalBytes: 1000, freeBytes: 151 })).toBe(false)
  expect(isNearlyFull({ totalBytes: 1000, freeBytes: 149 })).toBe(true)
  expect(isNearlyFull({ totalBytes: 0, freeBytes: 0 })).toBe(false)
})
