import { expect, test } from 'vitest'
import { checkCues } from './reading-speed.ts'

const cue = (from: number, to: number, text: string) => ({ from, to, text })

test('more than 17 letters a second are too fast, spaces left out', () => {
  const [slow, fast] = checkCues([cue(0, 2, 'It waited. Nine minutes.'), cue(2, 3, 'It waited. Nine minutes.')])
  expect(slow).toEqual({ letters: 21, perSecond: 11, limit: 17, isTooFast: false, missingSeconds: 0, overlaps: false })
  expect(fast).toMatchObject({ perSecond: 21, isTooFast: true, overlaps: false })
  expect(fast?.missingSeconds).toBeCloseTo(21 / 17 - 1)
})

test('of Japanese, more than nine are', () => {
  const [slow, fast] = checkCues([cue(0, 2, 'さいごのは、まつって言った'), cue(2, 3, 'さいごのは、まつって')])
  expect([slow?.perSecond, slow?.isTooFast]).toEqual([7, false])
  expect(fast).toMatchObject({ perSecond: 10, limit: 9, isTooFast: true })
})

test('a line that begins before the last has ended is told', () => {
  expect(checkCues([cue(0, 2, 'A'), cue(1.5, 3, 'B'), cue(3, 4, 'C')]).map(({ overlaps }) => overlaps)).toEqual([
    false,
    true,
    false,
  ])
})

test('a check that says the same again is the same object', () => {
  const lines = [cue(0, 2, 'A'), cue(2, 4, 'B'), cue(4, 6, 'C')]
  const first = checkCues(lines)
  const second = checkCues([lines[0]!, cue(2, 4, 'Both'), lines[2]!], first)
  expect(second[0]).toBe(first[0])
  expect(second[1]).toMatchObject({ letters: 4 })
  expect(second[2]).toBe(first[2])
})
