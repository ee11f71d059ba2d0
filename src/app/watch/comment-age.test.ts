import { expect, test } from 'vitest'
import { formatAge } from './comment-age.ts'

test('ages are told in the largest fitting unit, and after nine weeks by the date', () => {
  const ages = [
    ['2026-05-01T12:00:30Z', 'just now'],
    ['2026-05-01T12:00:00Z', '1 minute ago'],
    ['2026-05-01T11:01:00Z', '1 hour ago'],
    ['2026-04-29T12:01:00Z', '2 days ago'],
    ['2026-04-18T12:01:00Z', '13 days ago'],
    ['2026-03-20T12:01:00Z', '6 weeks ago'],
    ['2025-07-12T12:01:00Z', 'Jul 12, 2025'],
  ] as const
  for (const [at, age] of ages) expect(formatAge(at, '2026-05-01T12:01:00Z')).toBe(age)
})

test('a clock that is behind shows no negative age', () => {
  expect(formatAge('2026-05-01T12:05:00Z', '2026-05-01T12:01:00Z')).toBe('just now')
})
