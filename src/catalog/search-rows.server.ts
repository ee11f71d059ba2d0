import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { SearchCursor } from './episode-cursor.server.ts'
import { type ExploreFilters, filterCondition } from './explore-rows.server.ts'
import {
  areCandidates,
  type Condition,
  hasAllWords,
  hasExactly,
  hasWord,
  likePattern,
  matches,
  nameHasAllWords,
  type PlannedQuery,
  type SearchQuery,
  type SearchWord,
  startsExactly,
  startsWithTerm,
  titleHasAllWords,
  titleHasExactly,
} from './search-condition-rows.server.ts'

/** Range of the matches: at most `limit`, after the cursor if there is one. */
export interface SearchRange {
  after: SearchCursor | null
  limit: number
}

/** Rows read in title order for one page of a common term. */
const SCAN_ROWS = 2000
/** Approximate rows in the sample. */
const SAMPLE_ROWS = 1000
/** Most words sampled, longest first: longer ones are rarer, and one rare word is enough. */
const SAMPLE_WORDS = 8

/** Shares of the list, each from 0 to 1. */
export interface SampleShares {
  /** Share of episodes that pass the filters and have every word. */
  matching: number
  /** Share of episodes among them that have every word in their title. */
  inTitles: number
  /** Share of episodes whose creator's name has every word, whatever the filters. */
  byName: number
  /** Share of episodes that have the word, for each of the first words. */
  words: number[]
}

/** Samples about a thousand listed episodes, in whole pages of the table. */
export async function sampleMatches(
  db: Db,
  filters: ExploreFilters,
  words: SearchWord[],
  listed: number,
): Promise<SampleShares> {
  const percent = Math.min(100, (100 * SAMPLE_ROWS) / Math.max(1, listed))
  const each = words.slice(0, SAMPLE_WORDS).map((word) => sql`count(*) filter (where ${hasWord(word)})`)
  const { rows } = await sql<{ looked: number; matching: number; titles: number; names: number; words: number[] }>`
    select count(*) as looked, count(*) filter (where ${filterCondition(filters)} and ${hasAllWords(words)}) as matching,
      count(*) filter (where ${filterCondition(filters)} and ${titleHasAllWords({ words })}) as titles,
      count(*) filter (where ${nameHasAllWords(words)}) as names, array[${sql.join(each)}]::float8[] as words
    from listed_episodes tablesample system (${percent})
  `.execute(db)
  const { looked, ...found } = rows[0]!
  const share = (count: number) => (looked === 0 ? 0 : count / looked)
  return {
    matching: share(found.matching),
    inTitles: share(found.titles),
    byName: share(found.names),
    words: found.words.map(share),
  }
}

/** Match counts and the version of the explore index that they belong to, from one snapshot. */
export interface MatchCounts {
  version: number
  /** Listed episodes that have every word of the term in their title, their tags or their creator's name. */
  total: number
  /** Number of matches with every word in their title; null when they were not counted. */
  titles: number | null
}

export async function countMatches(db: Db, filters: ExploreFilters, query: PlannedQuery): Promise<MatchCounts> {
  const { rows } = await sql<MatchCounts>`
    select version, total, titles from explore_version cross join (
      select count(*) as total, count(*) filter (where ${titleHasAllWords(query)}) as titles
      from listed_episodes where ${filterCondition(filters)} and ${matches(query)}
    ) as matched
  `.execute(db)
  return rows[0]!
}

/**
 * The count of a term that nearly every creator's name has: reads the names, and the episodes of the creators that are
 * left. Without filters.
 */
export async function countMatchesByName(db: Db, { words }: SearchQuery): Promise<MatchCounts> {
  const { rows } = await sql<MatchCounts>`
    with named as materialized (
      select coalesce(sum(episodes) filter (where ${nameHasAllWords(words)}), 0)::bigint as episodes,
        array_agg(creator_id) filter (where not (${nameHasAllWords(words)})) as others
      from listed_creators
    )
    select version, null as titles, named.episodes + (
      select count(*) from listed_episodes where creator_id = any ((select others from named)::text[]) and ${hasAllWords(words)}
    ) as total
    from explore_version cross join named
  `.execute(db)
  return rows[0]!
}

/** Whether no title or tag has the word, as far as the list of their words tells. */
export async function isAbsentFromTexts(db: Db, { key }: SearchWord): Promise<boolean> {
  // A part of a text that is itself a word can only be in one of its words.
  const { rows } = await sql<{ isAbsent: boolean }>`
    select ${key} in (select search_words(${key}))
      and not exists (select from listed_words where word like ${likePattern(key)}) as "isAbsent"
  `.execute(db)
  return rows[0]!.isAbsent
}

/** `countMatches` and a page of ranks 3 and 4, all from one pass over the matches. */
export async function countAndFindInTitles(
  db: Db,
  filters: ExploreFilters,
  query: PlannedQuery,
  { after, limit }: SearchRange,
): Promise<{ counts: MatchCounts; found: SearchCursor[] }> {
  const { rows } = await sql<MatchCounts & { found: SearchCursor[] }>`
    with matched as materialized (
      select count(*) as total, coalesce(array_agg(ctid) filter (where ${titleHasAllWords(query)}), '{}') as titles
      from listed_episodes where ${filterCondition(filters)} and ${matches(query)}
    ), page as (
      select * from (
        select title_key, episode_id, ${ranked({ exactly: 3 }, titleHasExactly(query))} as rank from listed_episodes
        where ctid = any ((select titles from matched)::tid[]) and not ${startsWithTerm(query)}
      ) as in_title
      where ${afterRanked(after)} order by rank, title_key, episode_id limit ${limit}
    )
    select version, total, cardinality(titles) as titles, (${pageAsCursors}) as found
    from explore_version cross join matched
  `.execute(db)
  const { found, ...counts } = rows[0]!
  return { counts, found }
}

/** The version of the explore index; every change of the index changes it. */
export async function exploreIndexVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from explore_version`.execute(db)
  return rows[0]!.version
}

/** A page of ranks 1 to 6, or of those `only` in titles or beside them, and the number of all matches in them. Examines each match. */
export async function findMatches(
  db: Db,
  filters: ExploreFilters,
  query: PlannedQuery,
  { after, limit }: SearchRange,
  only?: 'inTitles' | 'besideTitles',
): Promise<{ found: SearchCursor[]; total: number }> {
  const condition = {
    // A word in the title is in the text.
    inTitles: sql`${areCandidates(query)} and ${titleHasAllWords(query)} and not ${startsWithTerm(query)}`,
    besideTitles: sql`${matches(query)} and not (${titleHasAllWords(query)})`,
    any: matches(query),
  }[only ?? 'any']
  const { rows } = await sql<{ total: number; found: SearchCursor[] }>`
    with matched as materialized (
      select episode_id, title_key, case when ${startsWithTerm(query)} then ${ranked({ exactly: 1 }, startsExactly(query))}
        when ${titleHasAllWords(query)} then ${ranked({ exactly: 3 }, titleHasExactly(query))}
        else ${ranked({ exactly: 5 }, hasExactly(query))} end as rank
      from listed_episodes where ${filterCondition(filters)} and ${condition}
    ), page as (
      select * from matched where ${afterRanked(after)} order by rank, title_key, episode_id limit ${limit}
    )
    select (select count(*) from matched) as total, (${pageAsCursors}) as found
  `.execute(db)
  return rows[0]!
}

/** A page of ranks 1 and 2, the titles that start with the term: an index range. */
export async function findTitlePrefixMatches(
  db: Db,
  filters: ExploreFilters,
  query: SearchQuery,
  { after, limit }: SearchRange,
): Promise<SearchCursor[]> {
  const select = (rank: 1 | 2, condition: Condition, range: SearchRange) =>
    selectPage(
      db,
      rank,
      sql`listed_episodes where ${filterCondition(filters)} and ${startsWithTerm(query)} and ${condition}`,
      range,
    )
  const exact = after?.rank === 2 ? [] : await select(1, startsExactly(query), { after, limit })
  if (exact.length === limit) return exact
  const rest = { after: after?.rank === 2 ? after : null, limit: limit - exact.length }
  return [...exact, ...(await select(2, sql`not ${startsExactly(query)}`, rest))]
}

/** Matches of two ranks: the conditions on a row to belong to one of them, and to the first. */
export interface RankedGroup {
  ranks: [exact: 3, other: 4] | [exact: 5, other: 6]
  condition: Condition
  isExact: Condition
}

/** Matches with every word in the title that do not start with the term. */
export function inTitles(query: SearchQuery): RankedGroup {
  const condition = sql<boolean>`${titleHasAllWords(query)} and not ${startsWithTerm(query)}`
  return { ranks: [3, 4], condition, isExact: titleHasExactly(query) }
}

/** Matches of which the tags or the creator's name are needed. */
export function besideTitles(query: SearchQuery): RankedGroup {
  const condition = sql<boolean>`${hasAllWords(query.words)} and not (${titleHasAllWords(query)})`
  return { ranks: [5, 6], condition, isExact: hasExactly(query) }
}

/**
 * A page of a large group from the next few rows of the list in title order. Null when they are not enough: where the term
 * is its folded form, nearly all matches are exact ones, and a page of the others is not looked for in this way.
 */
export async function scanGroup(
  db: Db,
  filters: ExploreFilters,
  { exact: { areFolded } }: SearchQuery,
  { ranks: [exactRank, otherRank], condition, isExact }: RankedGroup,
  { after, limit }: SearchRange,
): Promise<SearchCursor[] | null> {
  const isAmongOthers = after?.rank === otherRank
  let exact: SearchCursor[] = []
  if (!isAmongOthers) {
    const range = { after, limit }
    const scanned = await scanInTitleOrder(db, filters, exactRank, sql`${condition} and ${isExact}`, range)
    if (scanned) return scanned
    // Few rows have an exact text that differs, and only those can match.
    const differing = sql`listed_episodes where ${isExact} and ${filterCondition(filters)} and ${condition}`
    if (!areFolded) exact = await selectPage(db, exactRank, differing, range)
    if (exact.length === limit) return exact
  }
  if (areFolded) return null
  const range = { after: isAmongOthers ? after : null, limit: limit - exact.length }
  const others = await scanInTitleOrder(db, filters, otherRank, sql`${condition} and not ${isExact}`, range)
  return others && [...exact, ...others]
}

/**
 * A page of a rank with many matches, from the next few rows of the list in title order, which is nearly always enough. Null when it
 * is not, as titles of one script sort together.
 */
async function scanInTitleOrder(
  db: Db,
  filters: ExploreFilters,
  rank: SearchCursor['rank'],
  condition: Condition,
  range: SearchRange,
): Promise<SearchCursor[] | null> {
  const next = sql`(
    select * from listed_episodes where ${filterCondition(filters)} and ${afterCursor(range.after)}
    order by title_key, episode_id limit ${SCAN_ROWS}
  ) as next where ${condition}`
  const found = await selectPage(db, rank, next, range)
  return found.length === range.limit ? found : null
}

async function selectPage(
  db: Db,
  rank: SearchCursor['rank'],
  chosen: RawBuilder<unknown>,
  { after, limit }: SearchRange,
): Promise<SearchCursor[]> {
  const { rows } = await sql<Omit<SearchCursor, 'rank'>>`
    select episode_id as id, title_key as "titleKey" from (select * from ${chosen}) as chosen
    where ${afterCursor(after)} order by title_key, episode_id limit ${limit}
  `.execute(db)
  return rows.map((row) => ({ ...row, rank }))
}

/** A rank for matches in their exact form, and the next one for the others. */
export function ranked({ exactly }: { exactly: SearchCursor['rank'] }, isExact: Condition): RawBuilder<number> {
  return sql`case when ${isExact} then ${sql.lit(exactly)} else ${sql.lit(exactly + 1)} end`
}

/** Continues a list of several ranks. */
export function afterRanked(after: SearchCursor | null): Condition {
  return after ? sql`(rank, title_key, episode_id) > (${after.rank}, ${after.titleKey}, ${after.id})` : sql`true`
}

/** The rows of `page` as cursors. */
export const pageAsCursors = sql`
  select coalesce(json_agg(
    json_build_object('rank', rank, 'titleKey', title_key, 'id', episode_id) order by rank, title_key, episode_id
  ), '[]') from page`

/** Continues a list in title order. */
export function afterCursor(after: SearchCursor | null): Condition {
  return after ? sql`(title_key, episode_id) > (${after.titleKey}, ${after.id})` : sql`true`
}
