import type { SubtitleFormat } from '../subtitle.ts'
import { assScript } from './ass-script.ts'
import { srtScript } from './srt-script.ts'
import { vttScript } from './vtt-script.ts'

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

const formats: Readonly<Record<SubtitleFormat, ScriptFormat>> = { vtt: vttScript, srt: srtScript, ass: assScript }

/** A text without lines. */
export const emptyScript: Script = { format: 'vtt', parts: ['WEBVTT\n\n'] }

/** @param text with `\n` between lines, as `readSubtitleText` returns it */
export function openScript(format: SubtitleFormat, text: string): Script {
  return { format, parts: formats[format].read(text) }
}

/** The text of the file. Of a script that has not changed, the same as was opened; numbers of SubRip are made anew. */
export function writeScript(script: Script): string {
  const { write, isNumbered, gap } = formats[script.format]
  let number = 0
  let text = ''
  let wasWritten = false
  for (const part of script.parts) {
    const isLine = typeof part !== 'string'
    const isKept = !isLine || (!isNumbered && part.source !== null && isAsRead(part, part.source))
    if (isLine) number += 1
    if (isLine && (wasWritten || !isKept) && text !== '') text = withGap(text, gap)
    if (!isLine) text += part
    else text += isKept ? part.source!.raw : write(part, number, script)
    wasWritten = !isKept
  }
  return text
}

function withGap(text: string, gap: string): string {
  for (let at = 0; at < gap.length; at += 1) if (text.endsWith(gap.slice(at))) return text + gap.slice(gap.length - at)
  return text + gap
}

/** Lines in the order of the film. */
export function linesOf({ parts }: Script): ScriptLine[] {
  return parts
    .filter((part) => typeof part !== 'string')
    .toSorted((one, other) => one.from - other.from || one.to - other.to)
}

/** The text of a line without tags. */
export function plainTextOf(format: SubtitleFormat, text: string): string {
  return formats[format].plainText(text)
}

/** A time that the format can tell, at or just before this one; never negative. */
export function storedTime(format: SubtitleFormat, seconds: number): number {
  const { unitsPerSecond } = formats[format]
  return Math.max(0, Math.floor(seconds * unitsPerSecond + 1e-6)) / unitsPerSecond
}

/** A key that no line has. */
export function nextKey({ parts }: Script): number {
  return parts.reduce((highest, part) => (typeof part === 'string' ? highest : Math.max(highest, part.key)), 0) + 1
}

/** Adds lines, each after the one before it in the film, with the style of that one. */
export function insertLines(script: Script, added: readonly Omit<ScriptLine, 'key' | 'source' | 'style'>[]): Script {
  let key = nextKey(script)
  const parts = [...script.parts]
  for (const { from, to, text } of added) {
    const at = placeOf(parts, from)
    const before = parts[at - 1]
    const style = typeof before === 'object' ? before.style : (firstLine(parts)?.style ?? '')
    parts.splice(at, 0, { key, from, to, text, style, source: null })
    key += 1
  }
  return { ...script, parts }
}

/** Index of the part that a line at a moment comes before: after the last line that begins by then, else the first. */
function placeOf(parts: readonly ScriptPart[], from: number): number {
  let place: number | null = null
  let latest = Number.NEGATIVE_INFINITY
  let first: number | null = null
  for (const [at, part] of parts.entries()) {
    if (typeof part === 'string') continue
    first ??= at
    if (part.from > from || part.from < latest) continue
    latest = part.from
    place = at + 1
  }
  return place ?? first ?? parts.length
}

function firstLine(parts: readonly ScriptPart[]): ScriptLine | undefined {
  return parts.find((part) => typeof part !== 'string')
}

function isAsRead(line: ScriptLine, source: LineSource): boolean {
  return line.text === source.text && line.from === source.from && line.to === source.to && line.style === source.style
}
