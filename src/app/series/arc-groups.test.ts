import { expect, test } from 'vitest'
import { groupByArcs } from './arc-groups.ts'

const parts = (...numbers: number[]) => numbers.map((number) => ({ number }))

test('parts stand under their arc, and those between arcs without a title', () => {
  const arcs = [
    { title: 'Departures', from: 1, to: 2 },
    { title: 'Terminus', from: 4, to: 5 },
  ]
  expect(groupByArcs(parts(1, 2, 3, 4, 6), arcs)).toEqual([
    { title: 'Departures', parts: parts(1, 2) },
    { title: null, parts: parts(3) },
    { title: 'Terminus', parts: parts(4) },
    { title: null, parts: parts(6) },
  ])
})

test('two arcs of one name that follow each other stay two', () => {
  const arcs = [
    { title: 'Night', from: 1, to: 1 },
    { title: 'Night', from: 2, to: 2 },
  ]
  expect(groupByArcs(parts(1, 2), arcs)).toHaveLength(2)
})
