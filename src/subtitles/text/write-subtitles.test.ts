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

test.each(['vtt', 'srt'] as const)('words that look like times stay words in %s', (format) => {
  const words = ['10:30:00 - 12:00:00', '00:00:01.000 --> 00:00:02.000', '--5:00:00 ~ 6:00:00', '1：00：00 → 2：00：00']
  const said = words.map((text, at) => ({ from: at, to: at + 1, text }))
  const read = readSubtitleText(writeSubtitles(format, said))
  const shown = read.ok ? read.subtitles.cues.map(({ text }) => text.replaceAll('\u2060', '')) : []
  expect(shown).toEqual(words)
})

test('a time later than any file can say is read as the latest one', () => {
  const read = readSubtitleText('00:00:01,000 --> 9999:999:59,999\nA\n')
  const latest = { from: 1, to: 36e6 - 0.001, text: 'A' }
  expect(read).toMatchObject({ ok: true, subtitles: { cues: [latest] } })
  expect(readSubtitleText(writeSubtitles('vtt', [latest]))).toMatchObject({ ok: true, subtitles: { cues: [latest] } })
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
