import { CUES_MAX, type Cue, type SubtitleFormat } from '../subtitle.ts'
import { cutText } from './cut-text.ts'
import { decodeText } from './decode-text.ts'
import { formatOf, parseFile, vttFile } from './formats.ts'
import { namesFiles, parseWebVtt } from './parse-webvtt.ts'
import { type TextWarning, Warnings } from './warnings.ts'

/** Line breaks of 20,000 cues with ten lines each. */
const BREAKS_MAX = 10 * CUES_MAX * 2
/** Control characters other than line breaks and tabs, and lone surrogates: nothing that a text shows. */
const forbidden = /[[\p{Cc}\p{Cs}]--[\t\n]]/gv

/** A file that can be shown. */
export interface ReadSubtitles {
  format: SubtitleFormat
  /** The file as it is stored: its known parts, rewritten, with `\n` between lines. */
  text: string
  /** In the order of their times. */
  cues: Cue[]
  /** Parts of the file that were left out, changed or assumed. */
  warnings: TextWarning[]
}

/** Not a text in a known encoding; no known format; no line with a text; too many of them; names other files. */
export type SubtitlesProblem = 'encoding_unknown' | 'format_unknown' | 'empty' | 'too_many_cues' | 'names_files'

/** Reads a file of WebVTT, SubRip, ASS or SSA, which its content tells, in one pass over its lines. */
export function readSubtitles(
  bytes: Uint8Array,
): { ok: true; subtitles: ReadSubtitles } | { ok: false; why: SubtitlesProblem } {
  const decoded = decodeText(bytes)
  return decoded === null ? { ok: false, why: 'encoding_unknown' } : readSubtitleText(decoded)
}

/** Reads a file of these formats that is decoded already. */
export function readSubtitleText(
  decoded: string,
): { ok: true; subtitles: ReadSubtitles } | { ok: false; why: SubtitlesProblem } {
  if (hasTooManyBreaks(decoded)) return { ok: false, why: 'too_many_cues' }
  const text = plainFile(decoded)
  const format = formatOf(text)
  if (!format) return { ok: false, why: 'format_unknown' }
  if (format === 'vtt' && namesFiles(text)) return { ok: false, why: 'names_files' }
  const warnings = new Warnings()
  const file = parseFile(format, text, warnings)
  if (file.lineCount > CUES_MAX) return { ok: false, why: 'too_many_cues' }
  const cues = shownCues(file.cues())
  if (cues.length === 0) return { ok: false, why: 'empty' }
  return { ok: true, subtitles: { format, text: file.write(), cues, warnings: warnings.list() } }
}

/** Rewrites a file that is stored as it was sent. @returns the text, and the parts that were left out */
export function rewrittenFile(format: SubtitleFormat, text: string): Pick<ReadSubtitles, 'text' | 'warnings'> {
  const warnings = new Warnings()
  return { text: parseFile(format, plainFile(text), warnings).write(), warnings: warnings.list() }
}

/** The cues of a text that was read before. */
export function cuesOf(format: SubtitleFormat, text: string): Cue[] {
  return shownCues(parseFile(format, plainFile(text), new Warnings()).cues())
}

/** The cues of a file of WebVTT. Does not need the readers of other formats. */
export function cuesOfWebVtt(text: string): Cue[] {
  return shownCues(vttFile(parseWebVtt(plainFile(text), new Warnings())).cues())
}

/** The cues that are shown at some time, in the order of their times. */
function shownCues(cues: Cue[]): Cue[] {
  return cues
    .filter(({ from, to, text }) => to > from && text !== '')
    .map((cue) => ({ ...cue, text: cutText(cue.text) }))
    .sort((one, other) => one.from - other.from || one.to - other.to)
}

/** The text of a file with `\n` between lines, without control characters and a byte order mark. */
function plainFile(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(forbidden, '')
}

/** Whether a text has more line breaks than so many cues need; reading them would keep others waiting. */
function hasTooManyBreaks(text: string): boolean {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) count += 1
  }
  return count > BREAKS_MAX
}
