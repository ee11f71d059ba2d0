import { expect, test } from 'vitest'
import { activeCues } from './active-cues.ts'

const cue = (from: number, to: number, text = `${from}`) => ({ from, to, text })

test('a cue is shown from its first moment to before its last', () => {
  const cues = [cue(1, 2), cue(2, 3), cue(5, 6)]
  const shownAt = (seconds: number) => activeCues(cues, seconds).map(({ text }) => text)
  expect([0.99, 1, 1.99, 2, 3, 5.5, 6].map(shownAt)).toEqual([[], ['1'], ['1'], ['2'], [], ['5'], []])
})

test('cues that overlap are shown together, in their order, four at most', () => {
  const cues = [cue(0, 100, 'long'), cue(1, 9, 'a'), cue(2, 9, 'b')]
  expect(activeCues(cues, 3).map(({ text }) => text)).toEqual(['long', 'a', 'b'])
  const many = Array.from({ length: 9 }, (_, at) => cue(at / 10, 9, `${at}`))
  expect(activeCues(many, 5).map(({ text }) => text)).toEqual(['5', '6', '7', '8'])
  expect(activeCues([], 1)).toEqual([])
})
