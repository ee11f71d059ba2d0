import { expect, test } from 'vitest'
import { densityOf, LANES, NOTE_SECONDS, type PlacedNote, placedAt, placeNotes, type TimedNote } from './note-lanes.ts'

const note = (at: number, more: Partial<TimedNote> = {}): TimedNote => ({
  id: `at ${at}`,
  at,
  isPinned: false,
  isOwn: false,
  ...more,
})
const options = { lanes: LANES, seconds: NOTE_SECONDS }
const lanesOf = (notes: TimedNote[], more = {}) =>
  placeNotes(notes, { ...options, ...more }).map(({ note: { at }, lane }) => [at, lane])

/** Pairs in one lane at the same time. */
const meetings = (placed: PlacedNote<TimedNote>[]) =>
  placed.flatMap((one, at) =>
    placed.slice(at + 1).filter(({ lane, from, to }) => lane === one.lane && from < one.to && one.from < to),
  )

test('each note takes the highest free lane, for five seconds of film', () => {
  expect(lanesOf([note(0), note(1), note(2), note(4.9), note(5), note(5.5), note(6), note(20)])).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
    [5, 0],
    [6, 1],
    [20, 0],
  ])
})

test('two hundred notes within five seconds never meet, and never are more than three at once', () => {
  const crowd = Array.from({ length: 200 }, (_, n) => note(10 + n * 0.025, { id: String(n) }))
  const placed = placeNotes(crowd, options)
  expect(meetings(placed)).toEqual([])
  expect(placed).toHaveLength(LANES)
  const counts = Array.from({ length: 200 }, (_, n) => placedAt(placed, 9 + n * 0.05).length)
  expect(Math.max(...counts)).toBe(LANES)
})

test('a long crowd fills all lanes all the time', () => {
  const crowd = Array.from({ length: 2000 }, (_, n) => note(n * 0.05, { id: String(n) }))
  const placed = placeNotes(crowd, options)
  expect(meetings(placed)).toEqual([])
  expect(placed.length).toBeGreaterThanOrEqual(LANES * (100 / NOTE_SECONDS) - LANES)
})

test('what is shown depends on the time of the film alone, from wherever it is reached', () => {
  const placed = placeNotes([note(0), note(1), note(3)], options)
  const shown = (seconds: number, ahead?: number) => placedAt(placed, seconds, ahead).map(({ note: { at } }) => at)
  expect(shown(0)).toEqual([0])
  expect(shown(3)).toEqual([0, 1, 3])
  expect(shown(5)).toEqual([1, 3])
  expect(shown(8)).toEqual([])
  expect(shown(2.5, 1)).toEqual([0, 1, 3])
})

test('pinned notes come first, then one’s own, then those that come first in the film', () => {
  const crowd = [note(0), note(0.1), note(0.2, { isOwn: true }), note(0.3, { isPinned: true })]
  expect(lanesOf(crowd, { lanes: 2 })).toEqual([
    [0.2, 1],
    [0.3, 0],
  ])
  expect(lanesOf(crowd, { lanes: 1 })).toEqual([[0.3, 0]])
  // One that would reach into the time of a pinned one has no place, one that ends before has.
  expect(lanesOf([note(1), note(2), note(7, { isPinned: true })], { lanes: 1 })).toEqual([
    [1, 0],
    [7, 0],
  ])
  expect(lanesOf([note(3), note(7, { isPinned: true })], { lanes: 1 })).toEqual([[7, 0]])
})

test('a slower pace keeps a lane for longer', () => {
  expect(lanesOf([note(0), note(6), note(8)], { lanes: 1, seconds: 8 })).toEqual([
    [0, 0],
    [8, 0],
  ])
})

test('the density counts notes in equal parts of the film', () => {
  expect(densityOf([0, 1, 2.4, 2.6, 9.99, 10], 10, 4)).toEqual([3, 1, 0, 2])
  expect(densityOf([1], 0, 2)).toEqual([0, 0])
})
