import { expect, test } from 'vitest'
import { readSubtitleText } from '../text/read-subtitles.ts'
import { linesOutside } from './lines-outside.ts'
import { openScript, writeScript } from './script.ts'
import { shiftEarlier } from './shift-lines.ts'

const at = (...starts: number[]) => starts.map((from) => ({ from }))

test('lines that begin when the film has ended are counted', () => {
  expect(linesOutside(at(1, 59.9, 60, 70), 60)).toEqual({ count: 2, hours: null })
  expect(linesOutside(at(1, 59.9), 60)).toEqual({ count: 0, hours: null })
  expect(linesOutside(at(1, 70), null)).toEqual({ count: 0, hours: null })
  expect(linesOutside([], 60)).toEqual({ count: 0, hours: null })
})

test('whole hours are offered by which all of them fit', () => {
  expect(linesOutside(at(3601, 3659), 60)).toEqual({ count: 2, hours: 1 })
  expect(linesOutside(at(36_000), 60)).toEqual({ count: 1, hours: 10 })
  expect(linesOutside(at(3601, 3661), 60)).toEqual({ count: 2, hours: null })
})

test.each([
  ['1\n01:00:01,000 --> 01:00:02,500\nA\n\n', '00:00:01,000 --> 00:00:02,500'],
  ['WEBVTT\n\n01:00:01.000 --> 01:00:02.500 line:0\nA\n\n', '00:00:01.000 --> 00:00:02.500 line:0'],
  ['[Script Info]\n\n[Events]\nDialogue: 3,1:00:01.00,1:00:02.50,Sign,,0,0,0,,A\n', '3,0:00:01.00,0:00:02.50,Sign'],
])('lines are an hour earlier, and otherwise as they were', (text, times) => {
  const read = readSubtitleText(text)
  const script = openScript(read.ok ? read.subtitles.format : 'vtt', text)
  expect(writeScript(shiftEarlier(script, 3600))).toContain(times)
})
