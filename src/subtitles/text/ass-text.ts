import { CUE_MAX_CHARACTERS } from '../subtitle.ts'
import { cutText } from './cut-text.ts'

/** A piece of the text of an event: an override block without its braces, a drawing, or words. */
interface AssPiece {
  kind: 'block' | 'drawing' | 'words'
  /** Characters of the script. */
  raw: string
  /** The text that a viewer reads: words with their line breaks; empty for blocks and drawings. */
  shown: string
}

/** An empty argument is none; libass reads so many of a tag. */
const FIRST_ARGUMENTS = 8
/** Characters that libass reads after a backslash, outside of blocks. */
const escapes: Readonly<Record<string, string>> = { N: '\n', h: '\u00a0', '{': '{', '}': '}' }

/**
 * Divides the text of an event as libass does: a brace begins a block only if it is closed, a block ends at the first
 * closing brace, and the text after `\p1` is a drawing until `\p0`.
 */
export function assPieces(text: string): AssPiece[] {
  const pieces: AssPiece[] = []
  const state = { isDrawing: false, breaksSoftly: false }
  const lastEnd = text.lastIndexOf('}')
  for (let at = 0; at < text.length; ) {
    if (text[at] === '{' && at < lastEnd) {
      const end = text.indexOf('}', at)
      applyBlock(text.slice(at + 1, end), state)
      pieces.push({ kind: 'block', raw: text.slice(at, end + 1), shown: '' })
      at = end + 1
      continue
    }
    const start = at
    if (state.isDrawing) {
      const next = text.indexOf('{', at + 1)
      at = next === -1 ? text.length : next
      pieces.push({ kind: 'drawing', raw: text.slice(start, at), shown: '' })
      continue
    }
    at = endOfWords(text, at, lastEnd)
    const raw = text.slice(start, at)
    pieces.push({ kind: 'words', raw, shown: shownWords(raw, state.breaksSoftly) })
  }
  return pieces
}

/** The text of an event that a viewer reads. */
export function shownText(text: string): string {
  return assPieces(text)
    .map(({ shown }) => shown)
    .join('')
}

/** The override blocks of an event, without their braces. */
export function blocksOf(text: string): string[] {
  return assPieces(text).flatMap(({ kind, raw }) => (kind === 'block' ? [raw.slice(1, -1)] : []))
}

/** The text of an event without its override blocks. */
export function withoutBlocks(text: string): string {
  return assPieces(text)
    .filter(({ kind }) => kind !== 'block')
    .map(({ raw }) => raw)
    .join('')
}

/** The text of an event; of one that says more than a cue may, only its words, cut. */
export function cutAssText(text: string): { text: string; isCut: boolean; isDrawing: boolean } {
  if (text.length <= CUE_MAX_CHARACTERS && !text.includes('{')) return { text, isCut: false, isDrawing: false }
  const pieces = assPieces(text)
  const isDrawing = pieces.some(({ kind, raw }) => kind === 'drawing' && raw.trim() !== '')
  const words = pieces.map(({ shown }) => shown).join('')
  if (words.length <= CUE_MAX_CHARACTERS) return { text, isCut: false, isDrawing }
  const said = cutText(words)
  // The word joiner that keeps a backslash from the next letter counts, too.
  return { text: escapeAss(said.slice(0, said.length - said.split('\\').length + 1)), isCut: true, isDrawing }
}

/** Words as the text of an event. A word joiner, which is not seen, keeps a backslash from the next letter. */
export function escapeAss(words: string): string {
  return words.replaceAll('\\', '\\\u2060').replaceAll('{', '\\{').replaceAll('\n', '\\N')
}

/** The position where the next block begins. An escaped brace begins none. */
function endOfWords(text: string, from: number, lastEnd: number): number {
  for (let at = from; ; at += 1) {
    at = text.indexOf('{', at)
    if (at === -1 || at >= lastEnd) return text.length
    if (at === from || text[at - 1] !== '\\') return at
  }
}

function shownWords(raw: string, breaksSoftly: boolean): string {
  return raw.replaceAll(/\\([Nnh{}])|\t/g, (_, letter?: string) => {
    if (letter === 'n') return breaksSoftly ? '\n' : ' '
    return letter === undefined ? ' ' : escapes[letter]!
  })
}

/** Follows `\p`, which begins and ends drawings, and `\q`, by which `\n` is a line break. */
function applyBlock(block: string, state: { isDrawing: boolean; breaksSoftly: boolean }): void {
  for (const { name, argument } of tagsOf(block)) {
    if (/^p(?!os|bo)/.test(name)) state.isDrawing = numberOf(argument ?? name.slice(1)) > 0
    if (name.startsWith('q')) state.breaksSoftly = numberOf(argument ?? name.slice(1)) === 2
  }
}

/**
 * The tags of a block with their first argument in parentheses, or null. A backslash in parentheses belongs to the
 * argument, except in a transform, whose tags follow it here.
 */
function tagsOf(block: string): { name: string; argument: string | null }[] {
  const tags: { name: string; argument: string | null }[] = []
  let at = block.indexOf('\\')
  while (at !== -1) {
    at += 1
    while (block[at] === ' ' || block[at] === '\t') at += 1
    const start = at
    while (at < block.length && block[at] !== '(' && block[at] !== '\\') at += 1
    const name = block.slice(start, at)
    if (name !== '') {
      const isTransform = name.startsWith('t')
      const argument = block[at] === '(' && !isTransform ? argumentAt(block, at + 1) : null
      tags.push({ name, argument: argument?.first ?? null })
      at = argument?.end ?? at
    }
    at = block.indexOf('\\', at)
  }
  return tags
}

function argumentAt(block: string, start: number): { first: string | null; end: number } {
  const close = block.indexOf(')', start)
  const end = close === -1 ? block.length : close
  const first = block
    .slice(start, end)
    .split(',', FIRST_ARGUMENTS)
    .find((each) => each.trim() !== '')
  return { first: first ?? null, end }
}

/**
 * Reads a number as C's `strtol` does: digits up to the first other character. `parseInt` would also skip spaces outside
 * ASCII, which are no spaces to libass.
 */
function numberOf(argument: string): number {
  return Number(/^[ \t\v\f]*([+-]?\d+)/.exec(argument)?.[1] ?? 0)
}
