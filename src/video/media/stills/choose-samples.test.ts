import { expect, test } from 'vitest'
import { chooseSamples } from './choose-samples.ts'

const every2s = Array.from({ length: 300 }, (_, index) => ({ atSeconds: index * 2, score: 0 }))

test('few frames are all chosen', () => {
  expect(chooseSamples(every2s.slice(0, 120), 120)).toHaveLength(120)
  expect(chooseSamples([], 120)).toEqual([])
})

test('of many frames as many as allowed are chosen, in order and over the entire length', () => {
  const chosen = chooseSamples(every2s, 120)
  expect(chosen).toHaveLength(120)
  expect(chosen).toEqual(chosen.toSorted((one, other) => one - other))
  const gaps = chosen.slice(1).map((index, place) => index - chosen[place]!)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(5)
  expect(chosen[0]).toBeLessThan(3)
  expect(chosen.at(-1)).toBeGreaterThan(296)
})

test('a cut is chosen before the frames around it', () => {
  const frames = every2s.map((frame, index) => ({ ...frame, score: index % 10 === 7 ? 0.5 : 0.01 }))
  const cuts = frames.flatMap(({ score }, index) => (score === 0.5 ? [index] : []))
  expect(cuts).toHaveLength(30)
  expect(chooseSamples(frames, 120)).toEqual(expect.arrayContaining(cuts))
})

test('parts without frames give their place to the frames that differ most elsewhere', () => {
  const crowded = Array.from({ length: 10 }, (_, index) => ({ atSeconds: index / 10, score: index / 10 }))
  expect(chooseSamples([...crowded, { atSeconds: 100, score: 0 }], 4)).toEqual([7, 8, 9, 10])
})

test('frames at one moment are limited too', () => {
  expect(chooseSamples(Array(5).fill({ atSeconds: 1, score: 0.2 }), 3)).toHaveLength(3)
})
