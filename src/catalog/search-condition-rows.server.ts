import { type RawBuilder, sql } from 'kysely'
import { gramsOf } from '#platform/text-grams.ts'

/** A text in the two forms in which searches compare it. */
export interface FoldedText {
  /** The text, folded by `search_key` of the database. */
  key: string
  /** By `exact_key`: only case makes no difference. */
  exactKey: string
}

/** A word of the term, folded; not blank. */
export type SearchWord = Pick<FoldedText, 'key'>

/** A search term: all of it, folded, and each of its words. */
export interface SearchQuery {
  term: FoldedText
  words: SearchWord[]
  exact: ExactWords
}

/** The words of a term in the form in which they rank first. */
export interface ExactWords {
  keys: string[]
  /** Whether that is the folded form of all of them, so that each text which is its own folded form and has them ranks first. */
  areFolded: boolean
}

/** A query with the words that the gram index finds fast; the other words occur in too much of the list. */
export interface PlannedQuery extends SearchQuery {
  indexed: SearchWord[]
}

/** A condition on a row of `listed_episodes`. */
export type Condition = RawBuilder<boolean>

/** The title starts with the entire term. */
export function startsWithTerm({ term }: Pick<SearchQuery, 'term'>): Condition {
  return sql`title_key ^@ ${term.key}`
}

/** Whether a title that starts with the term does so as typed, apart from case. */
export function startsExactly({ term }: Pick<SearchQuery, 'term'>): Condition {
  return orFolded(sql`exact_text ^@ ${term.exactKey}`, term.exactKey === term.key)
}

/** Whether a title with every word has them as typed, apart from case. */
export function titleHasExactly({ exact }: Pick<SearchQuery, 'exact'>): Condition {
  return orFolded(sql`split_part(exact_text, E'\n', 1) ${likeAll(exact.keys)}`, exact.areFolded)
}

/** Whether an episode with every word in its texts has them as typed, apart from case. */
export function hasExactly({ exact }: Pick<SearchQuery, 'exact'>): Condition {
  return orFolded(sql`exact_text ${likeAll(exact.keys)}`, exact.areFolded)
}

/** A row without an exact text is its own folded form. */
function orFolded(condition: Condition, isFolded: boolean): Condition {
  return isFolded ? sql`(exact_text = '' or ${condition})` : condition
}

/** A `like` condition: the text on its left has every one of these keys. */
export function likeAll(keys: string[]): RawBuilder<unknown> {
  return sql`like all (${keys.map(likePattern)}::text[])`
}

/** Every word is in the title. */
export function titleHasAllWords({ words }: Pick<SearchQuery, 'words'>): Condition {
  const longer = words
    .filter((word) => !isLetter(word))
    .map(({ key }) => sql<boolean>`title_key like ${likePattern(key)}`)
  return all([hasLetters(sql`title_letters`, words.map(({ key }) => key).join('')), ...longer])
}

/** Every word is in the title, the tags or the creator's name; uses the gram index. */
export function matches({ words, indexed }: PlannedQuery): Condition {
  // A word that is itself a gram needs no second check.
  const uncertain = words.filter((word) => !indexed.includes(word) || !isGram(word))
  return sql`${areCandidates({ indexed })} and ${hasAllWords(uncertain)}`
}

/** Candidates that the gram index finds by the words that are rare enough. */
export function areCandidates({ indexed }: Pick<PlannedQuery, 'indexed'>): Condition {
  return all(indexed.map(isCandidate))
}

/** Every word is in the title, the tags or the creator's name. */
export function hasAllWords(words: SearchWord[]): Condition {
  const letters = words.filter(isLetter).map(({ key }) => key)
  const longer = words.filter((word) => !isLetter(word)).map(hasWord)
  return all([...(letters.length > 0 ? [hasLetters(anyLetters, letters.join(''))] : []), ...longer])
}

/** The word is in the title, the tags or the creator's name. */
export function hasWord(word: SearchWord): Condition {
  const { key } = word
  if (isLetter(word)) return hasLetters(anyLetters, key)
  const isInText = sql<boolean>`(${hasLetters(sql`text_letters`, key)} and search_text like ${likePattern(key)})`
  // Names first: they are short.
  return sql`(${hasLetters(sql`creator_letters`, key)} and creator_key like ${likePattern(key)} or ${isInText})`
}

const anyLetters = sql`text_letters | creator_letters`

/** Every word is in the creator's name. */
export function nameHasAllWords(words: SearchWord[]): Condition {
  const longer = words
    .filter((word) => !isLetter(word))
    .map(({ key }) => sql<boolean>`creator_key like ${likePattern(key)}`)
  return all([hasLetters(sql`creator_letters`, words.map(({ key }) => key).join('')), ...longer])
}

/** Whether the letter sets alone decide the word. */
function isLetter({ key }: SearchWord): boolean {
  return /^[a-z0-9]$/.test(key)
}

/** Whether a text with these letters may contain the word. Not `= 0`, which the planner estimates as rare. */
function hasLetters(letters: RawBuilder<unknown>, word: string): Condition {
  return sql`${lettersOf(word)}::bigint & ~(${letters}) < 1`
}

const letterBits = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Equals `search_letters`, which the planner would call for each word of each condition, at 0.1 ms a call. */
function lettersOf(word: string): number {
  return [...new Set(word)].reduce((bits, letter) => {
    const at = letterBits.indexOf(letter)
    return at < 0 ? bits : bits + 2 ** at
  }, 0)
}

/** The index finds every row with the word by this, and some more. */
export function isCandidate({ key }: SearchWord): Condition {
  return sql`${grams} @> ${gramsOf(key)}::text[]`
}

/** Whether the index can find the word: a single letter has no grams. */
export function hasGrams({ key }: SearchWord): boolean {
  return gramsOf(key).length > 0
}

/** Whether the index alone decides the word. */
export function isGram({ key }: SearchWord): boolean {
  return gramsOf(key)[0] === key
}

/** Must be spelled as in the index. */
export const grams = sql`search_grams(search_text || E'\n' || creator_key)`

/** For `like`; not strpos, which prepares the word again for each row: that costs more than scanning a title. */
export function likePattern(key: string): string {
  return `%${key.replace(/[\\%_]/g, '\\$&')}%`
}

function all(conditions: Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}
