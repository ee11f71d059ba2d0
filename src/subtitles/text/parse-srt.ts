import { clock } from './clock.ts'
import { cutCueText } from './cut-text.ts'
import { framesOn, rateFor, readTimeLine, type Timing, withoutTimes } from './time-line.ts'
import type { Warnings } from './warnings.ts'

/** A cue of a SubRip file. Times in seconds. */
export interface SrtCue extends Timing {
  /** With its tags; one or more lines, none of them blank. */
  text: string
}

/**
 * Reads a SubRip file, which has no standard: a text lasts until the next line that is meant as times, without the number
 * before it. Texts without readable times are left out.
 *
 * @param text with `\n` between lines
 */
export function parseSrt(text: string, warnings: Warnings): SrtCue[] {
  const rows = text.split('\n')
  const readTiming = timingReader(rows, warnings)
  const cues: SrtCue[] = []
  let current: (Timing & { line: number }) | null = null
  let isBeforeTimes = true
  let payload: string[] = []
  const finish = (isLast: boolean) => {
    while (payload.at(-1)?.trim() === '') payload.pop()
    if (!isLast && isNumber(payload.at(-1))) payload.pop()
    const shown = payload.filter((row) => row.trim() !== '')
    if (isBeforeTimes && shown.length > 0) warnings.add('no_time', payload.indexOf(shown[0]!) + 1)
    payload = []
    if (!current || shown.length === 0) return
    const { line, ...times } = current
    const { text: said, isCut } = cutCueText(shown.join('\n'))
    if (isCut) warnings.add('too_long', line)
    cues.push({ ...times, text: said })
  }
  for (const [at, row] of rows.entries()) {
    const time = readTiming(row, at + 1, isNumber(rows[at - 1]) && (rows[at - 2] ?? '').trim() === '')
    if (time === null) {
      payload.push(row)
      continue
    }
    finish(false)
    isBeforeTimes = false
    current = time === 'unknown' ? null : { ...time, line: at + 1 }
  }
  finish(true)
  return cues
}

/** Whether a row is the number above the times of a cue. */
function isNumber(row: string | undefined): boolean {
  return row !== undefined && /^\s*\d{1,9}\s*$/.test(row)
}

/**
 * Reads the lines of times of one file, and adds a warning for each fault. A cue that begins before the video begins
 * with it. The frame rate of times that count frames is assumed from the highest number of a frame.
 *
 * @returns the reader; `isExpected` says that a line of times stands there in a sound file
 */
export function timingReader(
  rows: readonly string[],
  warnings: Warnings,
): (row: string, line: number, isExpected?: boolean) => Timing | 'unknown' | null {
  const highest = rows.reduce((most, row) => Math.max(most, framesOn(row) ?? -1), -1)
  const rate = rateFor(highest)
  if (highest >= 0) warnings.add('frames_assumed', rows.findIndex((row) => framesOn(row) !== null) + 1, String(rate))
  return (row, line, isExpected = false) => {
    const time = readTimeLine(row, rate) ?? (isExpected && /^\s*-?\d{1,4}\s?:\s?\d/.test(row) ? 'unknown' : null)
    if (time === null) return null
    if (time === 'unknown') {
      warnings.add('time_unknown', line)
      return time
    }
    const { from, to, after } = time
    if (to <= from) warnings.add('no_length', line)
    else if (from < 0) warnings.add('before_film', line)
    return { from: Math.max(0, from), to: Math.max(0, to), after }
  }
}

/** The file, with its cues numbered anew. */
export function writeSrt(cues: readonly SrtCue[]): string {
  return cues.map((cue, at) => writeSrtCue(cue, at + 1)).join('')
}

/** A cue with the empty line after it. @param number from 1 */
export function writeSrtCue({ from, to, after, text }: SrtCue, number: number): string {
  const rows = text.split('\n').flatMap((row) => (row.trim() === '' ? [] : [withoutTimes(row)]))
  return `${number}\n${clock(from, ',')} --> ${clock(to, ',')}${after && ` ${after}`}\n${rows.join('\n')}\n\n`
}
