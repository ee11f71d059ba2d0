import { expect, test } from 'vitest'
import { afterDeletionUrl, readGracePeriod } from './after-deletion.ts'

const erasesAt = new Date('2026-08-09T18:40:00.000Z')
const endsOn = new Date('2026-08-09T00:00:00.000Z')

test('the login page is told until when a deletion can be undone, and of one that is done nothing', () => {
  expect(afterDeletionUrl(erasesAt)).toBe('/login?after=account-hidden&until=2026-08-09')
  expect(afterDeletionUrl(null)).toBe('/login?after=account-deleted')
})

test.each([
  ['2026-07-10T18:40:00.000Z', 0],
  ['2026-07-10T23:59:59.999Z', 0],
  ['2026-07-14T00:00:00.000Z', 4],
  ['2026-08-09T12:00:00.000Z', 30],
])('at %s, %i days are gone', (now, daysGone) => {
  expect(readGracePeriod('2026-08-09', new Date(now))).toEqual({ endsOn, daysGone })
})

test.each([null, '', 'soon', '2026-8-9', '2026-02-31', '2026-13-01', '2026-07-09', '2026-08-11', '9999-12-31'])(
  'the day %j is none of a deletion of these days',
  (until) => {
    expect(readGracePeriod(until, new Date('2026-07-11T00:00:00.000Z'))).toBeNull()
  },
)
