import { expect, test } from 'vitest'
import { type Cue, subtitleFormats } from '../subtitle.ts'
import { readSubtitleText } from './read-subtitles.ts'
import { writeSubtitles } from './write-subtitles.ts'

const cues: Cue[] = [
  { from: 0.04, to: 1.5, text: 'No, no, no.' },
  { from: 59.99, to: 60, text: 'さいごのは、\nまつって言った！' },
  { from: 3599.5, to: 3661.25, text: '1 < 2 & "3" --> <i>{\\p1}' },
]

test.each(subtitleFormats)('what is written as %s is read the same', (format) => {
  const written = writeSubtitles(format, cues.slice(0, 2))
  expect(readSubtitleText(written)).toMatchObject({ ok: true, subtitles: { format, cues: cues.slice(0, 2) } })
})

test('WebVTT escapes what would be markup', () => {
  expect(readSubtitleText(writeSubtitles('vtt', cues))).toMatchObject({ ok: true, subtitles: { cues } })
})

test('ASS starts no tag by a brace', () => {
  expect(writeSubtitles('ass', cues)).toContain(String.raw`\{${'\\\u2060'}p1}`)
})

test('times are rounded to the unit of the format', () => {
  const odd = [{ from: 1.0004, to: 59.9996, text: 'A' }]
  expect(writeSubtitles('vtt', odd)).toContain('00:00:01.000 --> 00:01:00.000')
  expect(writeSubtitles('srt', odd)).toContain('00:00:01,000 --> 00:01:00,000')
  expect(writeSubtitles('ass', odd)).toContain('0:00:01.00,0:01:00.00')
})
