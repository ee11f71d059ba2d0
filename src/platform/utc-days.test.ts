import { expect, test } from 'vitest'
import { fillDays, lastDays } from './utc-days.ts'

test('the last days end with today, in UTC', () => {
  expect(lastDays(new Date('2026-03-01T23:59:59Z'), 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(lastDays(new Date('2026-03-01T00:00:00Z'), 1)).toEqual(['2026-03-01'])
})

test('days of which nothing was found are filled, and others are dropped', () => {
  const found = [
    { day: '2026-03-02', sent: 7 },
    { day: '2026-02-01', sent: 1 },
  ]
  expect(fillDays(['2026-03-01', '2026-03-02'], found, { sent: 0 })).toEqual([
    { day: '2026-03-01', sent: 0 },
    { day: '2026-03-02', sent: 7 },
  ])
})
