import type { SubtitleFormat } from '../subtitle.ts'
import { assScript } from './ass-script.ts'
import type { LineSource, Script, ScriptFormat, ScriptLine, ScriptPart } from './script-parts.ts'
import { srtScript } from './srt-script.ts'
import { vttScript } from './vtt-script.ts'

const formats: Readonly<Record<SubtitleFormat, ScriptFormat>> = { vtt: vttScript, srt: srtScript, ass: assScript }

/** A text without lines. */
export const emptyScript: Script = { format: 'vtt', parts: ['WEBVTT\n\n'] }

/** @param text with `\n` between lines, as `readSubtitleText` returns it */
export function openScript(format: SubtitleFormat, text: string): Script {
  return { format, parts: formats[format].read(text) }
}

/** The text of the file, which is the opened one if the script has not changed; numbers of SubRip are made anew. */
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

/** Lines in the order of their times. */
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

/** Adds lines, each after the one that precedes it in time, with the style of that one. */
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
