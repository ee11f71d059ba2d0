import { expect, test } from 'vitest'
import { DEVICE_POSITIONS_MAX, parsePositions } from './device-positions.ts'

test('positions of a browser are read as they were written', () => {
  const stored = [
    { id: 'one', seconds: 61.5 },
    { id: 'two', seconds: 3 },
  ]
  expect(parsePositions(JSON.stringify(stored))).toEqual(stored)
  expect(parsePositions(null)).toEqual([])
})

test('what is no position is left out', () => {
  const stored = [
    null,
    'one',
    { id: 1, seconds: 2 },
    { id: 'one' },
    { id: 'one', seconds: -1 },
    { id: 'two', seconds: 4 },
  ]
  expect(parsePositions(JSON.stringify(stored))).toEqual([{ id: 'two', seconds: 4 }])
  expect(parsePositions('{"id":"one"}')).toEqual([])
  expect(parsePositions('no json')).toEqual([])
})

test('no more than fifty positions are read', () => {
  const stored = Array.from({ length: 60 }, (_, at) => ({ id: `episode-${at}`, seconds: 1 }))
  const read = parsePositions(JSON.stringify(stored))
  expect(read).toHaveLength(DEVICE_POSITIONS_MAX)
  expect(read[0]!.id).toBe('episode-0')
})
