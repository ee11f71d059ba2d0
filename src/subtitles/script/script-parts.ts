import type { SubtitleFormat } from '../subtitle.ts'
import type { AssEvent } from '../text/ass-parts.ts'

/** A line of a text, as it is edited. Times in seconds from the first frame. */
export interface ScriptLine {
  /** Unique in its script, and the same after a change. */
  key: number
  from: number
  to: number
  /** Text of the line, with the tags of its format. */
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
  /** Characters before and after its times that stay when it is rewritten in its format. */
  before: string
  after: string
  /** The line of an ASS script with all its fields. */
  event?: AssEvent
}

/** A part of a file that is no line stays as it is. */
export type ScriptPart = string | ScriptLine

/** A text that is being edited: its file in parts. */
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
  /** The plain text of a line, without markup. */
  plainText(text: string): string
  /** Units per second to which times are rounded. */
  unitsPerSecond: number
  /** Whether lines are numbered, so that each is written anew. */
  isNumbered: boolean
  /** Characters before a line that is rewritten. */
  gap: string
}
