import { expect, test } from 'vitest'
import { unevenTimesOf } from './uneven-times.ts'

const film = { numerator: 24, denominator: 1 }
const ntsc = { numerator: 30_000, denominator: 1001 }
/** Ten minutes. */
const gridOf = ({ numerator, denominator }: typeof film) =>
  Array.from({ length: Math.floor((600 * numerator) / denominator) }, (_, index) => (index * denominator) / numerator)

test.each([film, ntsc])('frames at $numerator / $denominator a second have no times of their own', (rate) => {
  const times = gridOf(rate)
  expect(unevenTimesOf(times, rate)).toBeNull()
  expect(
    unevenTimesOf(
      times.map((time) => time + 1.4),
      rate,
    ),
  ).toBeNull()
  // A container that counts in milliseconds rounds the times so.
  expect(
    unevenTimesOf(
      times.map((time) => Math.round(time * 1000) / 1000),
      rate,
    ),
  ).toBeNull()
})

test('a frame may be a fifth of a frame late, and not half of one', () => {
  const lateBy = (share: number) => gridOf(film).map((time, index) => (index === 100 ? time + share / 24 : time))
  expect(unevenTimesOf(lateBy(0.2), film)).toBeNull()
  expect(unevenTimesOf(lateBy(-0.2), film)).toBeNull()
  expect(unevenTimesOf(lateBy(0.5), film)?.slice(99, 102)).toEqual([4_125_000, 4_187_500, 4_208_333])
  expect(unevenTimesOf(lateBy(-0.5), film)).not.toBeNull()
})

test('times of a variable rate count from the first frame, in microseconds', () => {
  expect(unevenTimesOf([0.5, 0.541667, 0.75, 2.5], film)).toEqual([0, 41_667, 250_000, 2_000_000])
})

test('a rate that is nearly the stated one leaves its grid in the end', () => {
  expect(unevenTimesOf(gridOf({ numerator: 24_000, denominator: 1001 }), film)).not.toBeNull()
})

test('one frame is on every grid, and none without a rate', () => {
  expect(unevenTimesOf([3], film)).toBeNull()
  expect(unevenTimesOf([3], null)).toEqual([0])
})
