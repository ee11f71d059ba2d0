import { expect, test } from 'vitest'
import { defaultCaptionStyle, isDefaultStyle, parseCaptionStyle } from './caption-style.ts'

test('a stored style is read, and what it lacks is as usual', () => {
  const style = { size: 'large', colour: 'yellow', edge: 'box', place: 'top', keepsDrawn: false } as const
  expect(parseCaptionStyle(JSON.stringify(style))).toEqual(style)
  expect(parseCaptionStyle('{"size":"large"}')).toEqual({ ...defaultCaptionStyle, size: 'large' })
})

test('what no style is stands for the usual one', () => {
  for (const text of [null, '', '{', '3', 'null', '[]', '{"size":"huge","keepsDrawn":"no"}']) {
    expect(isDefaultStyle(parseCaptionStyle(text))).toBe(true)
  }
})
