import { expect, test } from 'vitest'
import { formatAge } from './age.ts'

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
  ['2026-06-08T12:00:00.000Z', '2 days ago'],
  ['2026-05-27T12:00:00.001Z', '13 days ago'],
  ['2026-05-27T12:00:00.000Z', '2 weeks ago'],
  ['2026-04-08T12:00:00.001Z', '8 weeks ago'],
  ['2026-04-08T12:00:00.000Z', 'Apr 8, 2026'],
])('%s is %s', (at, words) => {
  expect(formatAge(new Date(at), now)).toBe(words)
})
