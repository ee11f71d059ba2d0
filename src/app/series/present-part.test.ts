import { describe, expect, test } from 'vitest'
import { isBegun, partsAround, presentPart } from './present-part.ts'

const part = (number: number, state: 'new' | 'begun' | 'finished') => ({
  number,
  isFinished: state === 'finished',
  positionSeconds: state === 'new' ? null : 12,
})

describe('the part to go on with', () => {
  test.each([
    ['the first unfinished one with an account', true, ['finished', 'new', 'begun'], 2],
    ['the first again after the last one', true, ['finished', 'finished'], 1],
    ['the last begun one without an account', false, ['begun', 'begun', 'new'], 2],
    ['the first where nothing was begun', false, ['new', 'new'], 1],
  ] as const)('is %s', (_what, isSignedIn, states, number) => {
    const parts = states.map((state, at) => part(at + 1, state))
    expect(presentPart(parts, isSignedIn)?.number).toBe(number)
  })

  test('is none of no parts', () => {
    expect(presentPart([], true)).toBeNull()
    expect(isBegun([])).toBe(false)
  })
})

describe('the parts around the present one', () => {
  const parts = Array.from({ length: 12 }, (_, at) => at + 1)

  test.each([
    [null, [1, 2, 3, 4]],
    [1, [1, 2, 3, 4]],
    [6, [5, 6, 7, 8]],
    [12, [9, 10, 11, 12]],
  ])('around %s are %j', (present, expected) => {
    expect(partsAround(parts, present, 4)).toEqual(expected)
  })

  test('are all of a short series', () => {
    expect(partsAround([1, 2], 2, 4)).toEqual([1, 2])
  })
})
