import { expect, test } from 'vitest'
import { isQuiet, quarterEnd, quarterStart } from './transparency.ts'

test.each([
  ['2026-03-31T23:59:59Z', 0, '2026-01-01'],
  ['2026-04-01T00:00:00Z', 0, '2026-04-01'],
  ['2026-05-05T00:00:00Z', 1, '2026-01-01'],
  ['2026-05-05T00:00:00Z', 2, '2025-10-01'],
  ['2026-02-28T00:00:00Z', 4, '2025-01-01'],
])('the quarter of %s, %d before, begins on %s', (at, before, startsOn) => {
  expect(quarterStart(new Date(at), before)).toBe(startsOn)
})

test('a quarter ends where the next begins', () => {
  expect([quarterEnd('2026-01-01'), quarterEnd('2025-10-01')]).toEqual(['2026-04-01', '2026-01-01'])
})

test('a quarter is quiet without reports, decisions, appeals and answers', () => {
  const none = { reports: 0, decisions: {}, rules: {}, appeals: { sent: 0, upheld: 0, reversed: 0 }, meanHours: null }
  expect(isQuiet(none)).toBe(true)
  expect(isQuiet({ ...none, reports: 1 })).toBe(false)
  expect(isQuiet({ ...none, decisions: { warn: 1 } })).toBe(false)
  expect(isQuiet({ ...none, appeals: { ...none.appeals, upheld: 1 } })).toBe(false)
})
