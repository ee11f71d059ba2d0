import type { Cue, SubtitleFormat } from '../subtitle.ts'
import type { AssPart } from './ass-parts.ts'
import { shownText } from './ass-text.ts'
import { withoutTags } from './markup.ts'
import { parseAss, writeAss } from './parse-ass.ts'
import { parseSrt, type SrtCue, writeSrt } from './parse-srt.ts'
import { parseWebVtt, type VttCue, type VttPart, writeWebVtt } from './parse-webvtt.ts'
import { cleanLines, resolveEntities } from './plain-text.ts'
import { readTimeLine } from './time-line.ts'
import type { Warnings } from './warnings.ts'

/** A file as its format has it. Everything that anybody reads or draws of it comes from here. */
export interface ParsedFile {
  /** The file, written anew. */
  write(): string
  /** All cues in the order of the file, including those that are empty or have no length. */
  cues(): Cue[]
  /** Number of lines that players draw, each on its own. */
  lineCount: number
}

/** @param text with `\n` between lines, without control characters */
export function parseFile(format: SubtitleFormat, text: string, warnings: Warnings): ParsedFile {
  if (format === 'vtt') return vttFile(parseWebVtt(text, warnings))
  return format === 'srt' ? srtFile(parseSrt(text, warnings)) : assFile(parseAss(text, warnings))
}

export function vttFile(parts: readonly VttPart[]): ParsedFile {
  const cues = parts.filter((part): part is VttCue => !('block' in part))
  return {
    write: () => writeWebVtt(parts),
    cues: () => cues.map(({ from, to, text }) => ({ from, to, text: plainVtt(text) })),
    lineCount: cues.length,
  }
}

function srtFile(cues: readonly SrtCue[]): ParsedFile {
  return {
    write: () => writeSrt(cues),
    cues: () => cues.map(({ from, to, text }) => ({ from, to, text: plainSrt(text) })),
    lineCount: cues.length,
  }
}

function assFile(parts: readonly AssPart[]): ParsedFile {
  const events = parts.filter((part) => part.kind === 'event').filter(({ isComment }) => !isComment)
  return {
    write: () => writeAss(parts),
    cues: () => withoutLayers(events.map(({ from, to, text }) => ({ from, to, text: plainAss(text) }))),
    lineCount: events.length,
  }
}

/** Layers that say the same at the same time are one cue. */
function withoutLayers(cues: readonly Cue[]): Cue[] {
  const seen = new Set<string>()
  return cues.filter(({ from, to, text }) => {
    const key = `${from} ${to} ${text}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** The plain text of a cue of WebVTT. */
export function plainVtt(text: string): string {
  return cleanLines(withoutTags(text, resolveEntities))
}

/** The plain text of a cue of SubRip, in which tags of ASS are usual, too. */
export function plainSrt(text: string): string {
  return cleanLines(withoutTags(text.replaceAll(/\{\\[^{}]{0,200}\}/g, ''), resolveEntities))
}

/** The plain text of an event of ASS. */
export function plainAss(text: string): string {
  return cleanLines(shownText(text))
}

/** Characters at the beginning of a file that tell its format. */
const HEAD_CHARACTERS = 10_000

/** The format of a file, by its first lines; null for none. */
export function formatOf(text: string): SubtitleFormat | null {
  if (/^WEBVTT(?:[ \t\n]|$)/.test(text)) return 'vtt'
  const head = text.slice(0, HEAD_CHARACTERS)
  if (/^[\s\ufeff]{0,1000}\[(?:script info|v4\+? styles|events)\]/im.test(head)) return 'ass'
  const hasTimes = head.split('\n').some((row) => {
    const time = readTimeLine(row)
    return time !== null && time !== 'unknown'
  })
  return hasTimes ? 'srt' : null
}
