import { expect, test } from 'vitest'
import { defaultThresholds } from './image-moderation.ts'
import { suggestionOf } from './suggestion.ts'

const picture = (atSeconds: number | null, scores: Record<string, number>) => ({ atSeconds, scores })

test('the class with the highest score in relation to its threshold is suggested, with its time', () => {
  const pictures = [
    picture(0, { Drawing: 0.9, Porn: 0.02, Sexy: 0.1 }),
    picture(4, { Drawing: 0.1, Porn: 0.65, Sexy: 0.75 }),
    picture(6, { Drawing: 0.4, Porn: 0.6, Sexy: 0.1 }),
  ]
  expect(suggestionOf(pictures, defaultThresholds)).toEqual({
    class: 'Porn',
    score: 0.65,
    atSeconds: 4,
    isFlagged: true,
  })
})

test.each([
  [0.6, true],
  [0.599, false],
])('a score of %d flags where 0.6 is the threshold: %s', (score, isFlagged) => {
  expect(suggestionOf([picture(null, { Hentai: score })], defaultThresholds)).toEqual({
    class: 'Hentai',
    score,
    atSeconds: null,
    isFlagged,
  })
})

test('of equal pictures the first is named', () => {
  expect(suggestionOf([picture(2, { Sexy: 0.5 }), picture(4, { Sexy: 0.5 })], { Sexy: 0.8 })?.atSeconds).toBe(2)
})

test('classes without a threshold suggest nothing, and no picture at all neither', () => {
  expect(suggestionOf([picture(0, { Drawing: 1, Porn: 0 })], { Porn: 0.6 })).toMatchObject({
    score: 0,
    isFlagged: false,
  })
  expect(suggestionOf([], defaultThresholds)).toBeNull()
})
