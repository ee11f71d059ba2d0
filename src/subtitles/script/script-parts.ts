import type { SubtitleFormat } from '../subtitle.ts'
import type { AssEvent } from '../text/ass-parts.ts'

/** A line of a text, as it is edited. Times in seconds from the first frame. */
export interface ScriptLine {
  /** Unique in its script, and the same after a change. */
  key: number
  from: number
  to: number
  /** With the tags of its format. */
  text: string
  /** Name of its style in an ASS script; empty elsewhere. */
  style: string
  /** Null for a new line. */
  source: LineSource | null
}

/** A line as its file has it. */
export interface LineSource extends Pick<ScriptLine, 'from' | 'to' | 'text' | 'style'> {
  /** Characters of the file. */
  raw: string
  /** What stays before and after its times when it is written anew, in the way of its format. */
  before: string
  after: string
  /** Of an ASS script: the line with all its fields. */
  event?: AssEvent
}

/** A part of a file that is no line stays as it is. */
export type ScriptPart = string | ScriptLine

/** A text as it is edited: its file in parts. */
export interface Script {
  format: SubtitleFormat
  parts: readonly ScriptPart[]
}

/** How the lines of one format are read and written. */
export interface ScriptFormat {
  /** @param text with `\n` between lines */
  read(text: string): ScriptPart[]
  /** Characters of a new or changed line. @param number of the line, from 1 */
  write(line: ScriptLine, number: number, script: Script): string
  /** What a viewer reads of it. */
  plainText(text: string): string
  /** Units in a second, to which times are rounded. */
  unitsPerSecond: number
  /** Whether lines are numbered, so that each is written anew. */
  isNumbered: boolean
  /** What is before a line that is written anew. */
  gap: string
}
