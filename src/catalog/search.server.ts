import type { Creators } from '#creators/creators.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { SearchPlace } from './episode-cursor.server.ts'
import { countListed, type ListingFilters } from './listing-rows.server.ts'
import type { SearchCounts } from './search-counts.server.ts'
import {
  countNear,
  type FoundStretch,
  foldTexts,
  manyInOrder,
  type NearReading,
  nearMisses,
  othersContaining,
  type Sought,
  type SoughtWord,
  titlesContaining,
  titlesStarting,
  wordsAround,
} from './search-rows.server.ts'
import { isOneTypoApart, NEAR_WORD_MIN_CHARACTERS, plainWords, type SearchTerm } from './search-term.ts'

export interface SearchParts {
  db: Db
  counts: SearchCounts
  creators: Pick<Creators, 'findUidsByName'>
}

/** One in so many is a good part of the list. */
const MANY_PART = 40

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
  const { db, counts } = parts
  const [[termKey], soughtWords] = await Promise.all([foldTexts(db, [term]), readWords(parts, words)])
  const sought = { termKey: termKey!, words: soughtWords }
  const [{ total, titles }, listed, starting] = await Promise.all([
    counts.count(filters, sought),
    countListed(db, filters),
    takeGroups(stretch, [[1, (part) => titlesStarting(db, filters, sought, part)]]),
  ])
  if (total === 0) return searchNear(parts, filters, term, stretch)
  const rest = { after: stretch.after, limit: stretch.limit - starting.length }
  const isMany = (number: number) => number > listed / MANY_PART
  const others = await takeGroups(rest, [
    [2, (part) => takeGroup(db, 2, { filters, sought, stretch: part }, titles, isMany(titles))],
    [3, (part) => takeGroup(db, 3, { filters, sought, stretch: part }, total - titles, isMany(total - titles))],
  ])
  return { places: [...starting, ...others], total }
}

/** What a good part of the list is in is found fastest by reading the list in title order until the page is full. */
async function takeGroup(
  db: Db,
  group: 2 | 3,
  asked: { filters: ListingFilters; sought: Sought; stretch: FoundStretch },
  number: number,
  isMany: boolean,
): Promise<SearchPlace[]> {
  if (number === 0) return []
  const found = isMany ? await manyInOrder(db, group, asked) : null
  const among = group === 2 ? titlesContaining : othersContaining
  return found ?? (await among(db, asked.filters, asked.sought, asked.stretch))
}

async function searchNear(parts: SearchParts, filters: ListingFilters, term: string, stretch: FoundStretch) {
  const readings = await readNear(parts, term)
  if (readings.length === 0) return { places: [], total: 0 }
  const [total, places] = await Promise.all([
    countNear(parts.db, filters, readings),
    takeGroups(stretch, [[4, (part) => nearMisses(parts.db, filters, readings, part)]]),
  ])
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

async function readWords({ db, creators }: SearchParts, words: string[]): Promise<SoughtWord[]> {
  const [keys, uids] = await Promise.all([foldTexts(db, words), creators.findUidsByName(words)])
  return keys.map((key, at) => ({ key, creators: uids[at] ?? [] }))
}

/** Every way to read the term with exactly one of its longer words mistyped. */
async function readNear(parts: SearchParts, term: string): Promise<NearReading[]> {
  const words = await readWords(parts, plainWords(term))
  const typed = words.filter(({ key }) => [...key].length >= NEAR_WORD_MIN_CHARACTERS)
  if (typed.length === 0) return []
  const around = await wordsAround(
    parts.db,
    typed.map(({ key }) => key),
  )
  return typed.flatMap((word, at) => {
    const instead = around[at]!.filter((candidate) => isOneTypoApart(word.key, candidate))
    return instead.length === 0 ? [] : [{ instead, others: words.filter((other) => other !== word) }]
  })
}
