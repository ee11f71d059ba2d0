import { type RawBuilder, sql } from 'kysely'
import { gramsOf } from '#platform/text-grams.ts'

/** A word of the term, folded like titles and tags, and like creators' names. */
export interface SearchWord {
  key: string
  /** Nearly always equal to `key`; empty when no name can contain it. */
  nameKey: string
}

/** A search term: all of it, folded, and each of its words. */
export interface SearchQuery {
  termKey: string
  words: SearchWord[]
}

/** A query with the words that the gram index finds fast; the other words occur in too much of the list. */
export interface PlannedQuery extends SearchQuery {
  indexed: SearchWord[]
}

/** A condition on a row of `listed_episodes`. */
export type Condition = RawBuilder<boolean>

/** The title starts with the entire term. */
export function startsWithTerm({ termKey }: SearchQuery): Condition {
  return sql`title_key ^@ ${termKey}`
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
  const { key, nameKey } = word
  if (isLetter(word)) return hasLetters(anyLetters, key)
  const isInText = sql<boolean>`(${hasLetters(sql`text_letters`, key)} and search_text like ${likePattern(key)})`
  if (nameKey === '') return isInText
  // Names first: they are short.
  return sql`(${hasLetters(sql`creator_letters`, nameKey)} and creator_key like ${likePattern(nameKey)} or ${isInText})`
}

const anyLetters = sql`text_letters | creator_letters`

/** Every word is in the creator's name. */
export function nameHasAllWords(words: SearchWord[]): Condition {
  if (words.some(({ nameKey }) => nameKey === '')) return sql`false`
  const longer = words
    .filter((word) => !isLetter(word))
    .map(({ nameKey }) => sql<boolean>`creator_key like ${likePattern(nameKey)}`)
  return all([hasLetters(sql`creator_letters`, words.map(({ nameKey }) => nameKey).join('')), ...longer])
}

/** Whether the letter sets alone decide the word. */
function isLetter({ key, nameKey }: SearchWord): boolean {
  return nameKey === key && /^[a-z0-9]$/.test(key)
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
export function isCandidate({ key, nameKey }: SearchWord): Condition {
  const has = (word: string) => sql<boolean>`${grams} @> ${gramsOf(word)}::text[]`
  return nameKey === '' || nameKey === key ? has(key) : sql`(${has(key)} or ${has(nameKey)})`
}

/** Whether the index can find the word: a single letter has no grams. */
export function hasGrams({ key, nameKey }: SearchWord): boolean {
  return gramsOf(key).length > 0 && (nameKey === '' || gramsOf(nameKey).length > 0)
}

/** Whether the index alone decides the word. */
export function isGram({ key, nameKey }: SearchWord): boolean {
  return nameKey === key && gramsOf(key)[0] === key
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
