import { expect, test } from 'vitest'
import { isFinished, resumeSecondsOf, storedPosition } from './library.ts'

test('an episode counts as watched to the end from 95 percent on', () => {
  expect(isFinished(94.9, 100)).toBe(false)
  expect(isFinished(95, 100)).toBe(true)
  expect(isFinished(100, 100)).toBe(true)
  expect(isFinished(0, 100)).toBe(false)
})

test('an episode of unknown length is never finished', () => {
  expect(isFinished(0, null)).toBe(false)
  expect(isFinished(0, 0)).toBe(false)
})

test('an episode resumes where it was left, and at its start once it was finished', () => {
  expect(resumeSecondsOf(61.5, 100)).toBe(61.5)
  expect(resumeSecondsOf(95, 100)).toBe(0)
  expect(resumeSecondsOf(null, 100)).toBe(0)
})

test('a position is stored in whole seconds, or as the length once the episode is watched to the end', () => {
  expect(storedPosition(61.9, 100)).toBe(61)
  expect(storedPosition(0.9, 100)).toBe(0)
  expect(storedPosition(3.8, 3.9)).toBe(3.9)
  expect(storedPosition(100.02, 100)).toBe(100)
})
