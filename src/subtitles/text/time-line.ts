import { normalizeText } from '#platform/text.ts'

/** The times of a cue in seconds, as a line of a file states them. */
export interface Timing {
  from: number
  to: number
  /** The text after the times: the settings of a cue. */
  after: string
}

/** A line of times is never longer; a longer line is text. */
const LINE_MAX_CHARACTERS = 1000

/** The latest time that can be read: 9999:59:59.999. */
const LATEST_SECONDS = 36e6 - 0.001

/** `hh:mm:ss,mmm` and its variants: no hours, no thousandths, spaces, frames after a colon. */
const TIME = String.raw`(-?) ?(?:(\d{1,4}) ?: ?)?(\d{1,3}) ?: ?(-?) ?(\d{1,4})(?: ?([.,:;]) ?(-?)(\d{1,9}))?`
/** `-->`, with other dashes, fewer or more of them, or spaces; and how HTML writes it. */
const ARROW = `(?:(?:[-‐‑‒–—―−] ?){1,3}(?:>|&gt;)|→|=>)`
const SPACES = /[ \t]+/g

const timing = new RegExp(`^${TIME} ?${ARROW} ?${TIME}(?: (.*))?$`, 'u')
const properArrow = '-->'
/** Starts with hours, and has an arrow before another time, or before nothing. */
const otherArrow = new RegExp(String.raw`^-?\d{1,4} ?: ?-?\d{1,3} ?:[^<>]{0,40}${ARROW} ?(?:-?\d|$)`, 'u')
/** A clock in the digits of any script, with hours or with parts of a second. */
const CLOCK = String.raw`\p{Nd}{1,4}:\p{Nd}{1,3}(?::\p{Nd}{1,4}|[.,]\p{Nd}{2,4})`
/** A line with two clocks, and nothing else but signs and a word such as 'to' between them. */
const twoClocks = new RegExp(
  String.raw`^[^\p{L}]{0,4}${CLOCK}(?:[^\p{L}]{1,24}|[^\p{L}]{1,12}\p{L}{1,3} )${CLOCK}[^\p{L}]{0,12}$`,
  'u',
)
/** Begins as times do, or has a clock. */
const hasTimes = /^(?:-?\p{Nd}|-->)|\p{Nd}:\p{Nd}/u

/** Frames in a second, where a file counts them. */
export type FrameRate = 24 | 25 | 30 | 60

/**
 * Reads a line of times, in the ways in which people and programs write them. A time before the video is negative.
 *
 * @param frameRate of times that end in frames, `hh:mm:ss:ff`
 * @returns 'unknown' for a line that is meant as one and cannot be read; null for any other line
 */
export function readTimeLine(line: string, frameRate: FrameRate = 24): Timing | 'unknown' | null {
  const plain = plainLine(line)
  if (plain === null) return null
  const parts = timing.exec(plain)
  if (parts) {
    const [from, to] = [secondsOf(parts.slice(1, 9), frameRate), secondsOf(parts.slice(9, 17), frameRate)]
    const after = parts[17]?.trim() ?? ''
    // 'Open 10:30 -> 12:00 on Sundays' are words; times with another arrow have hours, and nothing but settings after them.
    const hasHours = parts[2] !== undefined && parts[10] !== undefined
    if (plain.includes(properArrow) || (hasHours && (after === '' || /^[A-Za-z]\w*:\S/.test(after))))
      return { from, to, after }
  }
  return isMeantAsTimes(plain) ? 'unknown' : null
}

/** Whether a line is one of times, also of some that cannot be read. */
export function isTimeLine(line: string): boolean {
  return readTimeLine(line) !== null
}

/** A line of words that would be read as one of times, with something in its arrow and clocks that is not seen. */
export function withoutTimes(row: string): string {
  return isTimeLine(row) ? row.replaceAll(/(?=>|&gt;|→)|(?<=[:：])/g, '\u2060') : row
}

/** The highest number of frames on a line whose times end in them; null for any other line. */
export function framesOn(line: string): number | null {
  const parts = timing.exec(plainLine(line) ?? '')
  if (!parts) return null
  const [first, second] = [parts.slice(1, 9), parts.slice(9, 17)].map(framesOf)
  if (first == null && second == null) return null
  return Math.max(first ?? 0, second ?? 0)
}

/** The lowest usual rate that has so many frames in a second. */
export function rateFor(highestFrame: number): FrameRate {
  return ([24, 25, 30, 60] as const).find((rate) => highestFrame < rate) ?? 60
}

function secondsOf(parts: readonly (string | undefined)[], frameRate: FrameRate): number {
  const [minus, hours, minutes, secondsMinus, seconds, mark, partMinus, part = ''] = parts
  const frames = framesOf(parts)
  const rest = frames === null ? Number(part.slice(0, 3).padEnd(3, '0')) / 1000 : frames / frameRate
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
  const all = whole + (mark && partMinus ? -rest : rest)
  // Thousandths of a second are all that a file can say.
  return Math.min(Math.round((minus || secondsMinus ? -all : all) * 1000) / 1000, LATEST_SECONDS)
}

/** Frames are one or two digits after a colon. */
function framesOf(parts: readonly (string | undefined)[]): number | null {
  const [, hours, , , , mark, , part = ''] = parts
  return hours !== undefined && (mark === ':' || mark === ';') && part.length <= 2 && part !== '' ? Number(part) : null
}

function isMeantAsTimes(line: string): boolean {
  if (line.includes(properArrow)) return hasTimes.test(line)
  return otherArrow.test(line) || (line.length <= 80 && twoClocks.test(line))
}

/** The line with single spaces, and digits and signs of full width as those of ASCII; null for one that has no times. */
function plainLine(line: string): string | null {
  if (line.length > LINE_MAX_CHARACTERS || !/[:：]|-->/.test(line)) return null
  const spaced = line.replaceAll(SPACES, ' ').trim()
  return /[０-９：，．]/.test(spaced) ? normalizeText(spaced, 'NFKC') : spaced
}
