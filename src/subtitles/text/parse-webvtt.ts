import { clock } from './clock.ts'
import { cutCueText } from './cut-text.ts'
import { outsideTags, withBreaks } from './markup.ts'
import { timingReader } from './parse-srt.ts'
import { isTimeLine, type Timing, withoutTimes } from './time-line.ts'
import type { Warnings } from './warnings.ts'

/** A cue of a WebVTT file. Times in seconds; its settings stand after them. */
export interface VttCue extends Timing {
  /** The line above its times; empty for none. */
  name: string
  /** With its tags; lines between which none is empty. */
  text: string
}

/** The head of the file, a comment, or a block of styles or regions, without the empty lines around it. */
export interface VttBlock {
  block: string
}

export type VttPart = VttBlock | VttCue

const cssEscape = /\\(?:([0-9a-fA-F]{1,6})[ \t\n]?|([^\n]))/g
const setting = /^(?:vertical|line|position|size|align|region):[^\s:<>]{1,100}$/
/** References that stay; any other `&` is a character. */
const reference = /^&(?:amp|lt|gt|quot|apos|nbsp|lrm|rlm|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});/

/**
 * Reads a WebVTT file by the rules for its blocks (W3C, 1 April 2019), with times written in more ways than those allow:
 * only an empty line or another line of times ends a cue. A cue whose times cannot be read is left out, as players do.
 *
 * @param text with `\n` between lines
 */
export function parseWebVtt(text: string, warnings: Warnings): VttPart[] {
  const rows = text.split('\n')
  const readTiming = timingReader(rows, warnings)
  const isTimes = (row: string) => row.includes('-->') || isTimeLine(row)
  const head = [rows[0] ?? '']
  let at = 1
  while (at < rows.length && rows[at] !== '' && !rows[at]!.includes('-->')) head.push(rows[at++]!)
  const parts: VttPart[] = [{ block: head.join('\n') }]
  let hasCues = false
  while (at < rows.length) {
    if (rows[at] === '') {
      at += 1
      continue
    }
    const start = at
    // Times stand on the first or the second line of a block.
    const times = [at, at + 1].find((each) => rows[each] !== undefined && rows[each] !== '' && isTimes(rows[each]!))
    at = times === undefined ? at : times + 1
    const payload: string[] = []
    while (at < rows.length && rows[at] !== '' && !isTimes(rows[at]!)) payload.push(rows[at++]!)
    if (times === undefined) {
      const block = readBlock(payload, hasCues)
      if (block) parts.push(block)
      else warnings.add('line_unknown', start + 1)
      continue
    }
    hasCues = true
    const time = readTiming(rows[times]!, times + 1)
    if (time === null) warnings.add('time_unknown', times + 1)
    if (time === null || time === 'unknown') continue
    // Named by the reader of times; no file of WebVTT may have it.
    if (time.to <= time.from) continue
    const { text: said, isCut } = cutCueText(withBreaks(payload.join('\n')))
    if (isCut) warnings.add('too_long', times + 1)
    parts.push({ ...time, name: times > start ? rows[start]! : '', text: said })
  }
  return inOrder(parts)
}

/** The cues in the order of their starts, as the format asks; other blocks stay where they are. */
function inOrder(parts: readonly VttPart[]): VttPart[] {
  const cues = parts.filter((part): part is VttCue => !('block' in part))
  const sorted = cues.toSorted((one, other) => one.from - other.from)
  let next = 0
  return parts.map((part) => ('block' in part ? part : sorted[next++]!))
}

/** A block without times: a comment; styles and regions only before the first cue. */
function readBlock(rows: readonly string[], hasCues: boolean): VttBlock | null {
  const isKnown = /^NOTE(?:[ \t]|$)/.test(rows[0]!) || (!hasCues && /^(?:STYLE|REGION)[ \t]*$/.test(rows[0]!))
  return isKnown ? { block: rows.join('\n') } : null
}

/** The file, with one empty line between blocks and every time as players expect it. */
export function writeWebVtt(parts: readonly VttPart[]): string {
  return parts.map((part) => ('block' in part ? `${part.block}\n\n` : writeVttCue(part))).join('')
}

/** A cue with the empty line after it. */
export function writeVttCue({ from, to, after, name, text }: VttCue): string {
  // A tag may go on in the next row.
  const rows = escapeVtt(text)
    .split('\n')
    .filter((row) => row !== '')
  const payload = rows.map((row) => `${withoutTimes(row)}\n`).join('')
  return `${name && `${name}\n`}${clock(from, '.')} --> ${clock(to, '.')}${settingsOf(after)}\n${payload}\n`
}

function settingsOf(after: string): string {
  return after
    .split(/\s+/)
    .filter((each) => setting.test(each))
    .map((each) => ` ${each}`)
    .join('')
}

/** Escapes each `&` and `<` that begins no reference and no tag, and arrows. */
export function escapeVtt(text: string): string {
  return outsideTags(text, (plain) =>
    plain
      .replaceAll(/&/g, (_, at: number) => (reference.test(plain.slice(at, at + 12)) ? '&' : '&amp;'))
      .replaceAll('<', '&lt;'),
  ).replaceAll('-->', '--&gt;')
}

/** Whether its styles, which stand before its cues, name files, which no text may; names can have escapes of CSS. */
export function namesFiles(text: string): boolean {
  const end = text.indexOf('-->')
  const head = (end === -1 ? text : text.slice(0, end)).replaceAll(cssEscape, (_, hex?: string, other?: string) =>
    hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)) : (other ?? ''),
  )
  return /(?:url|src|image|image-set)\s{0,20}\(|@import/i.test(head)
}
