import { CUE_MAX_CHARACTERS, CUES_MAX, type Cue, type SubtitleFormat } from '../subtitle.ts'
import { decodeText } from './decode-text.ts'
import { readAss } from './read-ass.ts'
import { readSrt } from './read-srt.ts'
import { namesFiles, readTiming, readWebVtt } from './read-webvtt.ts'

/** Line breaks of 20,000 cues with ten lines each. */
const BREAKS_MAX = 10 * CUES_MAX * 2

/** A file that can be shown: its text with `\n` between lines, and what it says when. */
export interface ReadSubtitles {
  format: SubtitleFormat
  text: string
  /** In the order of their times. */
  cues: Cue[]
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

/** The same of a text. */
export function readSubtitleText(
  decoded: string,
): { ok: true; subtitles: ReadSubtitles } | { ok: false; why: SubtitlesProblem } {
  if (hasTooManyBreaks(decoded)) return { ok: false, why: 'too_many_cues' }
  const text = decoded.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')
  const format = formatOf(text)
  if (!format) return { ok: false, why: 'format_unknown' }
  if (format === 'vtt' && namesFiles(text)) return { ok: false, why: 'names_files' }
  const stored = format === 'ass' ? withoutAttachments(text) : text
  const cues = cuesOf(format, stored)
  if (cues.length > CUES_MAX) return { ok: false, why: 'too_many_cues' }
  return cues.length === 0 ? { ok: false, why: 'empty' } : { ok: true, subtitles: { format, text: stored, cues } }
}

/** The cues of a text that was read before. */
export function cuesOf(format: SubtitleFormat, text: string): Cue[] {
  const read = { vtt: readWebVtt, srt: readSrt, ass: readAss }[format]
  return read(text)
    .filter(({ from, to, text: shown }) => to > from && shown !== '')
    .map((cue) => ({ ...cue, text: cue.text.slice(0, CUE_MAX_CHARACTERS) }))
    .sort((one, other) => one.from - other.from || one.to - other.to)
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

function formatOf(text: string): SubtitleFormat | null {
  if (/^WEBVTT(?:[ \t\n]|$)/.test(text)) return 'vtt'
  if (/^\s*\[(?:script info|v4\+? styles|events)\]/im.test(text.slice(0, 10_000))) return 'ass'
  return text.slice(0, 10_000).split('\n').some(readTiming) ? 'srt' : null
}

/** Fonts and pictures that a script brings along are not checked, and so not kept. */
function withoutAttachments(text: string): string {
  let isAttachment = false
  return text
    .split('\n')
    .filter((line) => {
      if (/^\[[^\]]{1,40}\]/.test(line)) isAttachment = /^\[(?:fonts|graphics)\]/i.test(line)
      return !isAttachment
    })
    .join('\n')
}
