import { normalizeText } from '#platform/text.ts'
import type { CharacterWidth } from './font-metrics.server.ts'

/** Characters that no line begins with, and those that none ends with. */
const neverFirst = /^[\p{Pe}\p{Pf}、。，．・：；？！ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々,.:;!?%…‥～〜]/u
const neverLast = /[\p{Ps}\p{Pi}]$/u
/** Made once: it reads a dictionary. */
const words = new Intl.Segmenter('ja', { granularity: 'word' })
const WORD = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Nd}!-/:-@\\[-`\\{-~’]'
const wordStart = new RegExp(`^${WORD}`, 'u')
const wordEnd = new RegExp(`${WORD}$`, 'u')
const wordCharacter = new RegExp(`^${WORD}$`, 'u')
/** As elsewhere; the character for it stands in the middle of the line in Japanese faces. */
const ELLIPSIS = '...'

/**
 * What a font can write of a text, in one line: emoji are left out. Empty where it lacks a letter, for half a name says something
 * else.
 */
export function writableIn(text: string, widthOf: CharacterWidth): string {
  const characters = Array.from(normalizeText(text, 'NFC').replaceAll(/\s/gu, ' '))
  const isLacking = (character: string) => widthOf(character) === null
  if (characters.some((character) => isLacking(character) && /\p{L}/u.test(character))) return ''
  return characters
    .filter((character) => !isLacking(character))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim()
}

/** Width of a text in em. */
export function widthIn(text: string, widthOf: CharacterWidth): number {
  return Array.from(text, (character) => widthOf(character) ?? 0).reduce((sum, width) => sum + width, 0)
}

/**
 * Breaks a title into lines: between words, in Japanese between its words too, and inside a word only where it is longer than a
 * line. The last line ends in an ellipsis where something is left over.
 * @param widthEm of a line
 */
export function wrapTitle(title: string, widthEm: number, maxLines: number, widthOf: CharacterWidth): string[] {
  const lines: string[] = []
  let [line, lineEm] = ['', 0]
  for (const piece of piecesOf(title, widthEm, widthOf)) {
    const isFull = line !== '' && lineEm + widthIn(piece.trimEnd(), widthOf) > widthEm
    if (isFull) {
      lines.push(line.trimEnd())
      ;[line, lineEm] = ['', 0]
    }
    line += piece
    lineEm += widthIn(piece, widthOf)
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  if (lines.length <= maxLines) return lines
  const last = lines.slice(maxLines - 1).join(' ')
  return [...lines.slice(0, maxLines - 1), shortened(last, widthEm, widthOf)]
}

/** The beginning of a text that fits into a line with an ellipsis; a word of Latin letters is left out as a whole. */
export function shortened(text: string, widthEm: number, widthOf: CharacterWidth): string {
  if (widthIn(text, widthOf) <= widthEm) return text
  const characters = Array.from(text)
  let [count, em] = [0, widthIn(ELLIPSIS, widthOf)]
  while (count < characters.length && em + (widthOf(characters[count]!) ?? 0) <= widthEm) {
    em += widthOf(characters[count]!) ?? 0
    count += 1
  }
  const cut = characters.slice(0, count).join('')
  const isInWord = wordCharacter.test(cut.at(-1) ?? '') && wordCharacter.test(characters[count] ?? '')
  const beforeWord = isInWord ? cut.replace(/\S+$/u, '') : cut
  return (beforeWord.length > cut.length / 2 ? beforeWord : cut).replace(/[\s,;:]+$/u, '') + ELLIPSIS
}

/** The parts between which a line may break, each with the blank and the punctuation that follow it. */
function piecesOf(title: string, widthEm: number, widthOf: CharacterWidth): string[] {
  const pieces: string[] = []
  for (const { segment } of words.segment(title)) {
    const last = pieces.at(-1)
    const isGlued =
      last !== undefined &&
      (segment === ' ' || neverFirst.test(segment) || neverLast.test(last) || isOneWord(last, segment))
    if (isGlued) pieces[pieces.length - 1] = last + segment
    else pieces.push(segment)
  }
  return pieces.flatMap((piece) => (widthIn(piece.trimEnd(), widthOf) > widthEm ? Array.from(piece) : [piece]))
}

/** Whether two segments belong to one word of a script with blanks: 'short-', 'form' or '¥', '100'. */
function isOneWord(before: string, after: string): boolean {
  return wordEnd.test(before) && wordStart.test(after)
}
