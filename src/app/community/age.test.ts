import { expect, test } from 'vitest'
import { ageInWords } from './age.ts'

const now = new Date('2026-06-10T12:00:00.000Z')

test.each([
  ['2026-06-10T12:00:05.000Z', 'Just now'],
  ['2026-06-10T11:59:00.001Z', 'Just now'],
  ['2026-06-10T11:59:00.000Z', '1 minute ago'],
  ['2026-06-10T11:00:00.001Z', '59 minutes ago'],
  ['2026-06-10T11:00:00.000Z', '1 hour ago'],
  ['2026-06-09T12:00:00.001Z', '23 hours ago'],
  ['2026-06-09T12:00:00.000Z', 'Yesterday'],
  ['2026-06-08T12:00:00.001Z', 'Yesterday'],
  ['2026-06-08T12:00:00.000Z', 'Jun 8, 2026'],
])('%s is %s', (at, words) => {
  expect(ageInWords(new Date(at), now)).toBe(words)
})
