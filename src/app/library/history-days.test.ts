import { expect, test } from 'vitest'
import { groupByDay, sinceText, timeOfDay } from './history-days.ts'

const now = new Date('2025-07-22T16:30:00Z')
const daysOf = (timeZone: string, ...moments: string[]) =>
  groupByDay(
    moments.map((at) => ({ at: new Date(at) })),
    now,
    timeZone,
  ).map(({ day, items }) => [day, items.length])

test('days are named, and keep their order', () => {
  const moments = ['2025-07-22T16:29:00Z', '2025-07-22T00:00:00Z', '2025-07-21T23:59:59Z', '2025-07-20T12:00:00Z']
  expect(daysOf('UTC', ...moments, '2024-12-31T12:00:00Z')).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Sunday, Jul 20', 1],
    ['Dec 31, 2024', 1],
  ])
})

test('a day begins and ends in the time zone of its reader', () => {
  // It is July 23 in Tokyo by now.
  expect(daysOf('Asia/Tokyo', '2025-07-22T15:00:00Z', '2025-07-22T14:59:00Z', '2025-07-21T14:59:00Z')).toEqual([
    ['Today', 1],
    ['Yesterday', 1],
    ['Monday, Jul 21', 1],
  ])
})

test('yesterday is a day of the calendar, also when one has 23 or 25 hours', () => {
  const atMidnight = (at: string, timeZone: string, moment: string) =>
    groupByDay([{ at: new Date(moment) }], new Date(at), timeZone)[0]!.day
  expect(atMidnight('2025-03-31T00:30:00+02:00', 'Europe/Berlin', '2025-03-30T00:10:00+01:00')).toBe('Yesterday')
  expect(atMidnight('2025-10-27T23:30:00+01:00', 'Europe/Berlin', '2025-10-26T00:10:00+02:00')).toBe('Yesterday')
})

test('a moment of today has its time, an older one its day', () => {
  expect(sinceText(new Date('2025-07-22T05:30:00Z'), now, 'Europe/Berlin')).toBe('07:30 today')
  expect(sinceText(new Date('2025-07-21T05:30:00Z'), now, 'Europe/Berlin')).toBe('Yesterday')
  expect(timeOfDay(new Date('2025-07-22T22:05:00Z'), 'Europe/Berlin')).toBe('00:05')
})
