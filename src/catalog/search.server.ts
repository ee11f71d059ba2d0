import type { Db } from '#platform/database.server.ts'
import type { SearchCursor } from './episode-cursor.server.ts'
import { countListed, type ExploreFilters } from './explore-rows.server.ts'
import { areIndexed, findByLines } from './lines/line-rows.server.ts'
import { hasGrams, isGram, type PlannedQuery, type SearchWord } from './search-condition-rows.server.ts'
import type { SearchCounts } from './search-counts.server.ts'
import { foldTerm, foldWords } from './search-folds.server.ts'
import {
  countFuzzyMatches,
  findFuzzyMatches,
  findSimilarWords,
  type MistypedTerm,
  scanFuzzyInTitleOrder,
} from './search-fuzzy-rows.server.ts'
import {
  besideTitles,
  countAndFindInTitles,
  countMatches,
  countMatchesByName,
  findMatches,
  findTitlePrefixMatches,
  inTitles,
  isAbsentFromTexts,
  type MatchCounts,
  type RankedGroup,
  type SampleShares,
  type SearchRange,
  sampleMatches,
  scanGroup,
} from './search-rows.server.ts'
import { FUZZY_WORD_MIN_CHARACTERS, isOneTypoApart, type SearchTerm, splitWords } from './search-term.ts'

export interface SearchParts {
  db: Db
  counts: SearchCounts
}

/** Up to this share of the list, each match of a term is examined. */
const COMMON_SHARE = 0.1
/** Above this share of the list, a scan in title order finds matches soon enough. */
const SCAN_SHARE = 1 / 60
/** Above this share of the list, a scan finds a word faster than several of its grams do. */
const INDEXED_SHARE = 0.4

/** Above this share of the list, a term is counted by the creators' names. */
const NAMED_SHARE = 0.9

const noFilters: ExploreFilters = { genre: null, onlyTrending: false }

/** Whether a spoken line made the match, and not the texts of the episode itself. */
export function isByLine({ rank }: SearchCursor): boolean {
  return rank === 7 || rank === 8
}

interface PlannedSearch {
  filters: ExploreFilters
  query: PlannedQuery
  /** Number of all listed episodes. */
  listed: number
  shares: SampleShares
}

type Choose = (range: SearchRange) => Promise<SearchCursor[]>

/**
 * Listed episodes that match, by rank and in title order within each, and their exact number; of those that match by a
 * spoken line alone, up to 200. Fuzzy matches are returned only when nothing else matches.
 * @see docs/product.md#search
 */
export async function search(
  parts: SearchParts,
  filters: ExploreFilters,
  { term, words }: SearchTerm,
  range: SearchRange,
): Promise<{ found: SearchCursor[]; total: number }> {
  const planned = await plan(parts.db, filters, term, words)
  if (planned === null) return { found: [], total: 0 }
  const { query, listed, shares } = planned
  const matched =
    shares.matching > COMMON_SHARE
      ? await searchCommon(parts, planned, range)
      : await findMatches(parts.db, filters, query, range)
  const said = await searchLines(parts.db, planned, range, matched.found.length)
  const total = matched.total + said.total
  return total === 0
    ? searchFuzzy(parts, { filters, term, listed }, range)
    : { found: [...matched.found, ...said.found], total }
}

/** Episodes in which a line has every word, after those that match by their titles, tags or creators. */
async function searchLines(db: Db, { filters, query }: PlannedSearch, { after, limit }: SearchRange, taken: number) {
  if (!areIndexed(query.words)) return { found: [], total: 0 }
  const range = { after: after && isByLine(after) ? after : null, limit: limit - taken }
  return findByLines(db, filters, query, range)
}

/** Folds the term and chooses the search strategy from a sample of the list; null where nothing of the term can be found. */
async function plan(
  db: Db,
  filters: ExploreFilters,
  typed: string,
  typedWords: string[],
): Promise<PlannedSearch | null> {
  const listed = await countListed(db, noFilters)
  const { term, words: all } = await foldTerm(db, typed, typedWords)
  if (all.length === 0) return null
  const exact = {
    keys: all.map(({ exactKey }) => exactKey),
    areFolded: all.every((word) => word.exactKey === word.key),
  }
  const words = all.filter((word) => !isImplied(word, all)).sort((one, other) => other.key.length - one.key.length)
  const shares = await sampleMatches(db, filters, words, listed)
  const indexed = words.filter((word, at) => {
    const share = shares.words[at]
    return share !== undefined && hasGrams(word) && (share <= INDEXED_SHARE || isGram(word))
  })
  return { filters, query: { term, words, exact, indexed }, listed, shares }
}

/** Whether another word contains this one: every text that has the other has this one too. */
function isImplied(word: SearchWord, all: SearchWord[]): boolean {
  return all.some(
    (other) =>
      other !== word &&
      other.key.includes(word.key) &&
      (other.key !== word.key || all.indexOf(other) < all.indexOf(word)),
  )
}

/** For a common term: scans the list in title order, which is fastest, and uses the cached counts. */
async function searchCommon({ db, counts }: SearchParts, planned: PlannedSearch, range: SearchRange) {
  const { filters, listed, shares } = planned
  const isByName = shares.byName > NAMED_SHARE && filters.genre === null && !filters.onlyTrending
  // The index would find nearly all rows.
  const query = isByName ? { ...planned.query, indexed: [] } : planned.query
  let known = await counts.find(db, filters, query)
  const keep = (found: MatchCounts) => {
    counts.store(filters, query, found)
    known = found
    return found
  }
  const count = async () => keep(await (isByName ? countMatchesByName(db, query) : countMatches(db, filters, query)))
  const scan = async (share: number, group: RankedGroup, part: SearchRange) =>
    share > SCAN_SHARE ? await scanGroup(db, filters, query, group, part) : null

  async function findInTitles(part: SearchRange) {
    if (known?.titles === 0) return []
    const scanned = await scan(known?.titles ? known.titles / listed : shares.inTitles, inTitles(query), part)
    if (scanned) return scanned
    const [longest] = query.words
    if (isByName && longest && (await isAbsentFromTexts(db, longest))) return []
    if (isByName || typeof known?.titles === 'number')
      return (await findMatches(db, filters, query, part, 'inTitles')).found
    const { counts: counted, found } = await countAndFindInTitles(db, filters, query, part)
    keep(counted)
    return found
  }

  async function findBesideTitles(part: SearchRange) {
    const { total, titles } = known ?? (await count())
    if (total === titles) return []
    const scanned = await scan(
      total / listed - (titles === null ? shares.inTitles : titles / listed),
      besideTitles(query),
      part,
    )
    return scanned ?? (await findMatches(db, filters, query, part, 'besideTitles')).found
  }

  const found = await fillPage(range, [
    [[1, 2], (part) => findTitlePrefixMatches(db, filters, query, part)],
    [[3, 4], findInTitles],
    [[5, 6], findBesideTitles],
  ])
  const { total } = known ?? (await count())
  return { found, total }
}

async function searchFuzzy(
  { db }: SearchParts,
  { filters, term, listed }: { filters: ExploreFilters; term: string; listed: number },
  range: SearchRange,
) {
  const mistyped = await readMistyped(db, term, listed)
  if (mistyped === null) return { found: [], total: 0 }
  if (mistyped.share > COMMON_SHARE) {
    const found = await scanFuzzyInTitleOrder(db, filters, mistyped.term, range)
    if (found) return { found, total: await countFuzzyMatches(db, filters, mistyped.term) }
  }
  return findFuzzyMatches(db, filters, mistyped.term, range)
}

/** Fills the page group by group, starting where the previous page ended. */
async function fillPage(
  { after, limit }: SearchRange,
  groups: [[SearchCursor['rank'], SearchCursor['rank']], Choose][],
) {
  const page: SearchCursor[] = []
  for (const [[exact, other], choose] of groups) {
    if (page.length === limit || (after && other < after.rank)) continue
    const isWithin = after !== null && after.rank >= exact
    page.push(...(await choose({ after: isWithin ? after : null, limit: limit - page.length })))
  }
  return page
}

/** The words of a term with their corrections, and the share of the list that may match; null without a correction. */
async function readMistyped(db: Db, term: string, listed: number) {
  const words = (await foldWords(db, splitWords(term))).sort((one, other) => other.key.length - one.key.length)
  const typed = words.filter(({ key }) => [...key].length >= FUZZY_WORD_MIN_CHARACTERS)
  if (typed.length === 0) return null
  const similar = await findSimilarWords(
    db,
    typed.map(({ key }) => key),
  )
  const each = words.map((word) => {
    const found = (similar[typed.indexOf(word)] ?? []).filter((candidate) => isOneTypoApart(word.key, candidate.word))
    const share = found.reduce((sum, { episodes }) => sum + episodes, 0) / Math.max(1, listed)
    return { word: { ...word, corrections: found.map((candidate) => candidate.word) }, share }
  })
  const mistyped = each.filter(({ word }) => word.corrections.length > 0)
  if (mistyped.length === 0) return null
  const sampled = words.length === 1 ? [0] : (await sampleMatches(db, noFilters, words, listed)).words
  const [rarest] = each
    .map(({ word, share }, at) => {
      const othersMayBe = mistyped.some((other) => other.word !== word)
      // A match of the word as typed costs more: each other word is looked for.
      return { word, share: share + (othersMayBe ? 3 * (sampled[at] ?? 1) : 0) }
    })
    .filter(({ word }) => words.length === 1 || hasGrams(word))
    .sort((one, other) => one.share - other.share)
  if (!rarest) return null
  const others = each.map(({ word }) => word).filter((word) => word !== rarest.word)
  return { term: [rarest.word, ...others] satisfies MistypedTerm, share: rarest.share }
}
