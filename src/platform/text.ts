export interface TextLimits {
  maxCharacters: number
  /** Allows line breaks and tabs, which are refused otherwise. */
  multiline?: boolean
  /** Refuses a letter with too many marks, which are dropped otherwise: a name would become another one. */
  isName?: boolean
}

export type TextResult = { ok: true; text: string } | { ok: false; why: 'too_long' | 'not_text' | 'stacked_marks' }

/** Accents of no script of its own on one letter; Vietnamese, Greek and Yoruba have up to three. @see docs/product.md#text */
export const ACCENTS_MAX = 4
/** All marks on one letter; Hebrew with points and accents, Burmese and Tibetan have up to six. */
export const MARKS_MAX = 6
/** Blank lines in a row. */
export const BLANK_LINES_MAX = 2

/** More marks on a letter than any script has; Unicode's format for streams has the same limit (UAX #15). */
const NORMALIZED_MARKS_MAX = 30

// All control characters except line breaks and tabs, and lone surrogates.
const forbidden = /[[\p{Cc}\p{Cs}]--[\t\n\r]]/v
const mark = /\p{M}/u
/** In NFKC, the two half-width sound marks become combining ones. */
const compatibilityMark = /[\p{M}\uff9e\uff9f]/u
const accent = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/u
/** The fewest marks of which one may be too many. Characters between them that are not drawn do not separate them. */
const runs = /[\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f]{5,}/gu
/** Nothing visible, with the blanks that Unicode counts as letters or symbols: of Braille, music and hieroglyphs. */
const blank = /^[\p{M}\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}\u{13441}\u{13442}]*$/u

/**
 * Reads untrusted text: trimmed, NFC, line breaks as \n, length counted in code points; empty when nothing of it is seen.
 * Control characters, NUL and lone surrogates are refused, never silently dropped. Marks stacked on a letter and blank
 * lines are dropped above a number.
 * @see docs/product.md#text
 */
export function readText(raw: string, limits: TextLimits): TextResult {
  // Refuses very long input without normalising it.
  if (raw.length > limits.maxCharacters * 4 + 64) return { ok: false, why: 'too_long' }
  if (forbidden.test(raw)) return { ok: false, why: 'not_text' }
  if (!limits.multiline && /[\n\t\r]/.test(raw.trim())) return { ok: false, why: 'not_text' }
  if (limits.isName && hasStackedMarks(raw)) return { ok: false, why: 'stacked_marks' }
  const all = withoutStackedMarks(raw).trim()
  if (showsNothing(all)) return { ok: true, text: '' }
  const text = limits.multiline ? withoutBlankLines(all.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')) : all
  if ([...text].length > limits.maxCharacters) return { ok: false, why: 'too_long' }
  return { ok: true, text }
}

/**
 * A normalisation form. Long runs of marks are cut first: normalising them takes time by the square of their length.
 * Everything that a stranger sends is normalised here.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  const counted = form.startsWith('NFK') ? compatibilityMark : mark
  return limitMarks(text, counted, { accents: NORMALIZED_MARKS_MAX, marks: NORMALIZED_MARKS_MAX }).normalize(form)
}

/** A text in NFC, with no more marks on a letter than are shown. */
export function withoutStackedMarks(text: string): string {
  const composed = normalizeText(text, 'NFC')
  // An accent that forms a letter counts as well.
  const separate = composed.normalize('NFD')
  const limited = limitMarks(separate, mark, { accents: ACCENTS_MAX, marks: MARKS_MAX })
  return limited === separate ? composed : limited.normalize('NFC')
}

/** Whether a text has nothing that is seen: white space, characters that are not drawn, and marks without a letter. */
export function showsNothing(text: string): boolean {
  return blank.test(text)
}

/** Cuts to a number of characters (code points), then '...'. Shorter text is returned unchanged. */
export function truncateText(text: string, characters: number): string {
  const all = [...text]
  return all.length <= characters ? text : `${all.slice(0, characters).join('')}...`
}

function hasStackedMarks(text: string): boolean {
  return withoutStackedMarks(text) !== normalizeText(text, 'NFC')
}

/** Drops the marks of each letter above these numbers. */
function limitMarks(text: string, counted: RegExp, most: { accents: number; marks: number }): string {
  return text.replace(runs, (run) => {
    let [accents, marks] = [0, 0]
    let kept = ''
    for (const character of run) {
      const isMark = counted.test(character)
      if (isMark) marks += 1
      if (accent.test(character)) accents += 1
      if (!isMark || (marks <= most.marks && accents <= most.accents)) kept += character
    }
    return kept
  })
}

/** Drops blank lines after the first ones in a row. */
function withoutBlankLines(text: string): string {
  let blankLines = 0
  return text
    .split('\n')
    .filter((line) => {
      blankLines = showsNothing(line) ? blankLines + 1 : 0
      return blankLines <= BLANK_LINES_MAX
    })
    .join('\n')
}
