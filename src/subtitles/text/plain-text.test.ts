import { afterEach, describe, expect, test, vi } from 'vitest'
import { CUE_MAX_CHARACTERS } from '../subtitle.ts'
import { cleanLines } from './plain-text.ts'
import { readSubtitleText } from './read-subtitles.ts'

describe('the text of a cue', () => {
  test('has no lines that show nothing, and few marks on a letter', () => {
    expect(cleanLines(' One \n\u200b\n\u3164\n\u0301\nTwo')).toBe('One\nTwo')
    expect(cleanLines(`H${'\u0301'.repeat(50)}i`)).toBe(`H${'\u0301'.repeat(4)}i`)
    expect(cleanLines('ไทยที่ปั๊ม บ\u05b0')).toBe('ไทยที่ปั๊ม บ\u05b0')
  })

  test('is cut to its length, not through a character', () => {
    expect(cleanLines('x'.repeat(5000))).toHaveLength(CUE_MAX_CHARACTERS)
    expect(cleanLines(`x${'🌟'.repeat(5000)}`)).toBe(`x${'🌟'.repeat(499)}`)
    expect(cleanLines(`${'x'.repeat(CUE_MAX_CHARACTERS - 1)} ${'x'.repeat(50)}`)).toBe(
      'x'.repeat(CUE_MAX_CHARACTERS - 1),
    )
  })
})

describe('a file of one cue', () => {
  afterEach(() => vi.restoreAllMocks())

  const marks = `a${'\u0301\u0323'.repeat(200_000)}`
  test.each([
    ['WebVTT', `WEBVTT\n\n00:01.000 --> 00:02.000\n${marks}\n`],
    ['SubRip', `1\n00:00:01,000 --> 00:00:02,000\n${marks}\n`],
    ['ASS', `[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,${marks}\n`],
  ])('is normalised no further than it is shown: %s', (_format, text) => {
    const native = vi.spyOn(String.prototype, 'normalize')
    expect(readSubtitleText(text)).toMatchObject({ ok: true, subtitles: { cues: [{ from: 1, to: 2 }] } })
    expect(native.mock.contexts.length).toBeGreaterThan(0)
    expect(Math.max(...native.mock.contexts.map((each) => String(each).length))).toBeLessThan(100)
  })
})
