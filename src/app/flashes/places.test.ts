import { expect, test } from 'vitest'
import { flashSummary, inSeconds, kindOfPlace, placesOf, shownFlashes } from './places.ts'

const span = (from: number, to: number, kind: 'luminance' | 'red' = 'luminance', perSecond = 4) => ({
  from,
  to,
  kind,
  perSecond,
  share: 0.5,
})

const danger = 'This can trigger seizures in people with photosensitive epilepsy.'

test('spans of light and of red that overlap are one place', () => {
  const spans = [span(10, 12), span(11, 14, 'red', 7), span(20, 21)]
  expect(placesOf(spans)).toEqual([
    { from: 10, to: 14, kind: 'red', perSecond: 7 },
    { from: 20, to: 21, kind: 'luminance', perSecond: 4 },
  ])
})

test('several places are counted, with all of their seconds', () => {
  expect(flashSummary(placesOf([span(10, 14), span(20, 21.4), span(30, 36)]))).toBe(
    `Flashing lights in 3 places: more than three flashes per second, 11 seconds in total. ${danger}`,
  )
})

test('one place is no sum', () => {
  expect(flashSummary(placesOf([span(10, 10.3)]))).toBe(
    `Flashing lights in one place: more than three flashes per second, 1 second. ${danger}`,
  )
})

test('a place is named by its light and its rate', () => {
  expect([kindOfPlace(span(1, 2)), kindOfPlace(span(1, 2, 'red', 6))]).toEqual([
    'white, 4 per second',
    'red, 6 per second',
  ])
  expect(inSeconds(8.6)).toBe('9 seconds')
})

test('pages get the spans, and the words about their places', () => {
  expect(shownFlashes([span(10, 12), span(11, 14, 'red', 7)])).toEqual({
    spans: [
      { from: 10, to: 12, kind: 'luminance' },
      { from: 11, to: 14, kind: 'red' },
    ],
    summary: `Flashing lights in one place: more than three flashes per second, 4 seconds. ${danger}`,
    places: [{ from: 10, length: '4 seconds', kind: 'red, 7 per second' }],
    dimming: expect.stringContaining('evens out'),
  })
  expect(shownFlashes([])).toEqual({ spans: [], summary: '', places: [], dimming: '' })
})
