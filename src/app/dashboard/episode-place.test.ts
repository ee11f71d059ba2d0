import { describe, expect, test } from 'vitest'
import { placeOf } from './episode-place.ts'

const place = (seriesId: string, seriesNumber: string) => ({ seriesId, seriesNumber })

describe('the place that a form asks for', () => {
  test.each([
    ['nothing that was left as it is', place('a', '2'), place('a', '2'), null],
    ['nothing for a cleared number', place('a', ' '), place('a', '2'), null],
    ['another number', place('a', ' 3 '), place('a', '2'), { seriesId: 'a', seriesNumber: 3 }],
    ['the end of another series', place('b', '2'), place('a', '2'), { seriesId: 'b' }],
    ['a number in another series', place('b', '1'), place('a', '2'), { seriesId: 'b', seriesNumber: 1 }],
    ['no series', place('', '2'), place('a', '2'), { seriesId: null }],
    ['a number without a series, which is refused', place('', '1'), place('', ''), { seriesId: null, seriesNumber: 1 }],
    [
      'a number that no series has for other text',
      place('a', 'two'),
      place('a', '2'),
      { seriesId: 'a', seriesNumber: 0 },
    ],
    [
      'a number that no series has for a fraction',
      place('a', '1.5'),
      place('a', '2'),
      { seriesId: 'a', seriesNumber: 0 },
    ],
  ])('is %s', (_, typed, shown, expected) => {
    expect(placeOf(typed, shown)).toEqual(expected)
  })
})
