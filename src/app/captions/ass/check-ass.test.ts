import { describe, expect, it } from 'vitest'
import { writeAss } from '#subtitles/text/parse-ass.ts'
import { assScript } from '#tests/support/media/ass-script.ts'
import {
  ASS_MAX_AT_ONCE,
  ASS_MAX_EVENT_LENGTH,
  ASS_MAX_EVENTS,
  ASS_MAX_LENGTH,
  drawableAss,
  UndrawableAss,
} from './check-ass.ts'

/** A drawing of so many characters. */
const drawingOf = (length: number) => `{\\p1}${'0'.repeat(length - 5)}`

describe('a script is drawn', () => {
  it('as it is, within the limits', () => {
    const text = assScript({ events: ['a', '{\\p1}m 0 0 l 5 5 0 5', drawingOf(ASS_MAX_EVENT_LENGTH)] })
    expect(writeAss(drawableAss(text).parts)).toBe(text)
  })
  it('without the events that are too long', () => {
    const events = ['a', drawingOf(ASS_MAX_EVENT_LENGTH + 1), 'b']
    expect(drawableAss(assScript({ events })).events.map(({ text }) => text)).toEqual(['a', 'b'])
  })
  it('without the events that would be too many at once', () => {
    const at = (second: number, text: string) =>
      `Dialogue: 0,0:00:0${second}.00,0:00:0${second + 1}.50,Default,,0,0,0,,${text}`
    const crowd = Array.from({ length: ASS_MAX_AT_ONCE }, (_, index) => at(1, `${index}`))
    const events = [...crowd, at(2, 'too many'), at(3, 'fits again')]
    const drawn = drawableAss(assScript({ events })).events.map(({ text }) => text)
    expect(drawn).toHaveLength(ASS_MAX_AT_ONCE + 1)
    expect(drawn.at(-1)).toBe('fits again')
  })
  it('without bytes at which libass would stop reading', () => {
    expect(drawableAss(assScript({ events: ['a\0b'] })).events[0]?.text).toBe('ab')
  })
  it.each(['', 'nonsense', '[Script Info]\nnonsense', '[Events]'])(
    'as an empty script, when it has none: %j',
    (text) => {
      const { parts, events } = drawableAss(text)
      expect(parts[0]).toEqual({ kind: 'header', section: 'ass styles' })
      expect(events).toEqual([])
    },
  )
})

describe('a script is not drawn', () => {
  const problemOf = (text: string) => {
    try {
      drawableAss(text)
      return null
    } catch (error) {
      return error instanceof UndrawableAss ? error.problem : error
    }
  }
  it('when it is too long', () => {
    expect(problemOf('x'.repeat(ASS_MAX_LENGTH + 1))).toBe('too-long')
  })
  it('when it has too many events', () => {
    const events = Array.from({ length: ASS_MAX_EVENTS + 1 }, () => 'x')
    expect(problemOf(assScript({ events: events.slice(1) }))).toBeNull()
    expect(problemOf(assScript({ events }))).toBe('too-many-events')
  })
})
