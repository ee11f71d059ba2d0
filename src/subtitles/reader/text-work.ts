import { fontsOfScript } from '../fonts/script-fonts.ts'
import { type LinesOutside, linesOutside } from '../script/lines-outside.ts'
import { openScript, writeScript } from '../script/script.ts'
import { shiftEarlier } from '../script/shift-lines.ts'
import type { Cue, SubtitleFormat } from '../subtitle.ts'
import { type CueChange, compareCues, countChanges } from '../text/compare-cues.ts'
import {
  cuesOf,
  type ReadSubtitles,
  readSubtitles,
  readSubtitleText,
  rewrittenFile,
  type SubtitlesProblem,
} from '../text/read-subtitles.ts'
import { writeSubtitles } from '../text/write-subtitles.ts'

/** A text as it is stored. */
export interface StoredText {
  format: SubtitleFormat
  text: string
}

/** A file that can be shown. */
export interface WrittenText extends Omit<ReadSubtitles, 'cues'> {
  cueCount: number
}

/** The text of a file as it is stored, or the reason why it cannot be. */
type WrittenResult = { ok: true; written: WrittenText } | { ok: false; why: SubtitlesProblem }

/** All that takes time by the size of a text. Results have no more than the caller asks for: they are copied. */
export const textWork = {
  read: (bytes: Uint8Array): WrittenResult => writtenOf(readSubtitles(bytes)),

  /** A text that is stored as it was sent, as a parse writes it. */
  rewrite: ({ format, text }: StoredText) => rewrittenFile(format, text),

  /** The text with its lines so many hours earlier. */
  shift({ format, text }: StoredText, hours: number): WrittenResult {
    return writtenOf(readSubtitleText(writeScript(shiftEarlier(openScript(format, text), hours * 3600))))
  },

  convert({ format, text }: StoredText, to: SubtitleFormat): string {
    return writeSubtitles(to, cuesOf(format, text))
  },

  /** The first lines, the number of all, and how many begin after the end of the video. */
  lines(
    { format, text }: StoredText,
    most: number,
    durationSeconds: number | null = null,
  ): { lines: Cue[]; count: number; outside: LinesOutside } {
    const cues = cuesOf(format, text)
    return { lines: cues.slice(0, most), count: cues.length, outside: linesOutside(cues, durationSeconds) }
  },

  /** The first changes, and how many lines were added and removed. Without a version before, all are new. */
  compare(
    before: StoredText | undefined,
    now: StoredText,
    most: number,
  ): { changes: CueChange[]; added: number; removed: number } {
    const changes = compareCues(before ? cuesOf(before.format, before.text) : [], cuesOf(now.format, now.text))
    return { changes: changes.slice(0, most), ...countChanges(changes) }
  },

  /** The fonts that an ASS script names, folded. */
  fonts: (script: string): Set<string> => fontsOfScript(script),
}

export type TextWork = typeof textWork

/** A call of one of these. */
export type TextTask = { [Kind in keyof TextWork]: { kind: Kind; input: Parameters<TextWork[Kind]> } }[keyof TextWork]

export function workOnText({ kind, input }: TextTask): unknown {
  const work = textWork[kind] as (...input: TextTask['input']) => unknown
  return work(...input)
}

function writtenOf(read: ReturnType<typeof readSubtitles>): WrittenResult {
  if (!read.ok) return read
  const { cues, ...written } = read.subtitles
  return { ok: true, written: { ...written, cueCount: cues.length } }
}
