import { normalForm } from '#creators/profile-fields.ts'
import type { Db } from '#platform/database.server.ts'
import type { SearchPlace } from './episode-cursor.server.ts'
import { countListed, type ListingFilters } from './listing-rows.server.ts'
import type { SearchCounts } from './search-counts.server.ts'
import {
  countNear,
  type FoundStretch,
  findMatches,
  foldTexts,
  hasGrams,
  manyInOrder,
  type NearReading,
  nearMisses,
  type Planned,
  type SoughtWord,
  sampleMatches,
  titlesStarting,
  wordsAround,
} from './search-rows.server.ts'
import { isOneTypoApart, NEAR_WORD_MIN_CHARACTERS, plainWords, type SearchTerm } from './search-term.ts'

export interface SearchParts {
  db: Db
  counts: SearchCounts
}

/** Of a term that is in less of the list than this, each match is looked at. */
const MANY_SHARE = 0.1
/** What is in more of the list than this is met soon enough in title order. */
const WALKED_SHARE = 1 / 40
/** A word that is in more of the list than this is found faster by reading the list than by its grams. */
const INDEXED_SHARE = 0.4

interface AskedOfMany {
  filters: ListingFilters
  sought: Planned
  /** How many episodes are listed in all. */
  listed: number
}

type Choose = (stretch: FoundStretch) => Promise<SearchPlace[]>

/**
 * Listed episodes that match, group by group and in title order within each, and their exact number. Near misses stand
 * in only where there is nothing else.
 * @see docs/product.md#search
 */
export async function search(
  parts: SearchParts,
  filters: ListingFilters,
  { term, words }: SearchTerm,
  stretch: FoundStretch,
): Promise<{ places: SearchPlace[]; total: number }> {
  const { sought, listed, matching } = await plan(parts.db, filters, term, words)
  if (matching > MANY_SHARE) return searchMany(parts, { filters, sought, listed }, stretch)
  const found = await findMatches(parts.db, filters, sought, stretch)
  return found.total === 0 ? searchNear(parts, filters, term, stretch) : found
}

/** Folds the term, and chooses by a sample of the list how to look for it. */
async function plan(db: Db, filters: ListingFilters, term: string, typed: string[]) {
  const listed = await countListed(db, { genre: null, onlyTrending: false })
  const [termKey = '', ...keys] = await foldTexts(db, [term, ...typed])
  const all = typed.map((word, at): SoughtWord => ({ key: keys[at]!, nameKey: normalForm(word) }))
  const words = all.filter((word) => !isImplied(word, all)).sort((one, other) => other.key.length - one.key.length)
  const sampled = await sampleMatches(db, filters, { termKey, words }, listed)
  const indexed = words.filter((word, at) => (sampled.words[at] ?? 1) <= INDEXED_SHARE && hasGrams(word))
  return { sought: { termKey, words, indexed } satisfies Planned, listed, matching: sampled.matching }
}

/** Whether another word contains this one: whatever has that one has this one, and in the same place. */
function isImplied(word: SoughtWord, all: SoughtWord[]): boolean {
  return all.some(
    (other) =>
      other !== word &&
      other.key.includes(word.key) &&
      other.nameKey.includes(word.nameKey) &&
      (word.nameKey !== '' || other.nameKey === '') &&
      (other.key !== word.key || other.nameKey !== word.nameKey || all.indexOf(other) < all.indexOf(word)),
  )
}

/** What a good part of the list is in is counted once, and found fastest by reading the list in title order. */
async function searchMany(parts: SearchParts, asked: AskedOfMany, stretch: FoundStretch) {
  const { db, counts } = parts
  const { filters, sought, listed } = asked
  const { total, titles } = await counts.count(db, filters, sought)
  const group = (which: 2 | 3, number: number): [2 | 3, Choose] => [
    which,
    async (part) => {
      const isSoonMet = number > listed * WALKED_SHARE
      const walked = isSoonMet ? await manyInOrder(db, which, { filters, sought, stretch: part }) : null
      return walked ?? (await findMatches(db, filters, sought, part, which)).places
    },
  ]
  const places = await takeGroups(stretch, [
    [1, (part) => titlesStarting(db, filters, sought, part)],
    ...(titles > 0 ? [group(2, titles)] : []),
    ...(total > titles ? [group(3, total - titles)] : []),
  ])
  return { places, total }
}

async function searchNear({ db }: SearchParts, filters: ListingFilters, term: string, stretch: FoundStretch) {
  const readings = await readNear(db, term)
  if (readings.length === 0) return { places: [], total: 0 }
  const total = await countNear(db, filters, readings)
  const places = await takeGroups(stretch, [[4, (part) => nearMisses(db, filters, readings, part)]])
  return { places, total }
}

/** Fills the page group by group, beginning where the last page ended. */
async function takeGroups({ after, limit }: FoundStretch, groups: [SearchPlace['group'], Choose][]) {
  const taken: SearchPlace[] = []
  for (const [group, choose] of groups) {
    if (taken.length === limit || (after && group < after.group)) continue
    taken.push(...(await choose({ after: after?.group === group ? after : null, limit: limit - taken.length })))
  }
  return taken
}

async function readWords(db: Db, words: string[]): Promise<SoughtWord[]> {
  const keys = await foldTexts(db, words)
  return keys.map((key, at) => ({ key, nameKey: normalForm(words[at]!) }))
}

/** Every way to read the term with exactly one of its longer words mistyped. */
async function readNear(db: Db, term: string): Promise<NearReading[]> {
  const words = await readWords(db, plainWords(term))
  const typed = words.filter(({ key }) => [...key].length >= NEAR_WORD_MIN_CHARACTERS)
  if (typed.length === 0) return []
  const around = await wordsAround(
    db,
    typed.map(({ key }) => key),
  )
  return typed.flatMap((word, at) => {
    const instead = around[at]!.filter((candidate) => isOneTypoApart(word.key, candidate))
    return instead.length === 0 ? [] : [{ instead, others: words.filter((other) => other !== word) }]
  })
}
