import { showsNothing, withoutStackedMarks } from '#platform/text.ts'
import { CUE_MAX_CHARACTERS } from '../subtitle.ts'

// Control characters other than line breaks and tabs, and lone surrogates: nothing that a text shows.
const forbidden = /[[\p{Cc}\p{Cs}]--[\t\n]]/gv

/**
 * Text as it is shown: the first characters of a cue, in NFC, without markup, control characters, lines that show nothing,
 * spaces around lines and more marks on a letter than `withoutStackedMarks` leaves.
 */
export function cleanLines(text: string): string {
  // A character may consist of several before NFC. The rest is cut away before it costs normalisation and a split.
  const start = text.slice(0, CUE_MAX_CHARACTERS * 8).replaceAll(forbidden, '')
  const lines = withoutStackedMarks(start)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !showsNothing(line))
    .join('\n')
  // The cut must not leave half a surrogate pair.
  return lines
    .slice(0, CUE_MAX_CHARACTERS)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** Resolves the character references of WebVTT; others stay as they are. */
export function resolveEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (all, decimal, hex, name) => {
    if (name) return entities[name] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : all
  })
}
