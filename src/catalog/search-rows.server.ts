import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { SearchCursor } from './episode-cursor.server.ts'
import { type ExploreFilters, filterCondition } from './explore-rows.server.ts'
import {
  areCandidates,
  type Condition,
  hasAllWords,
  hasWord,
  likePattern,
  matches,
  nameHasAllWords,
  type PlannedQuery,
  type SearchQuery,
  type SearchWord,
  startsWithTerm,
  titleHasAllWords,
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

/** Folds texts into the form that searches compare, in the same order. */
export async function foldTexts(db: Db, texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ keys: string[] }>`
    select array(select search_key(text) from unnest(${texts}::text[]) with ordinality as given (text, at) order by at) as keys
  `.execute(db)
  return rows[0]!.keys
}

/** Shares of the list, each from 0 to 1. */
export interface SampleShares {
  /** Of episodes that pass the filters and have every word. */
  matching: number
  /** Of those among them that have every word in their title. */
  inTitles: number
  /** Of episodes whose creator's name has every word, whatever the filters. */
  byName: number
  /** Of episodes that have the word, for each of the first words. */
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
  /** Those among them that have every word in their title; null when they were not counted. */
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

/** `countMatches` and a page of group 2, all from one pass over the matches. */
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
      select title_key, episode_id from listed_episodes
      where ctid = any ((select titles from matched)::tid[]) and not ${startsWithTerm(query)} and ${afterCursor(after)}
      order by title_key, episode_id limit ${limit}
    )
    select version, total, cardinality(titles) as titles, (
      select coalesce(json_agg(
        json_build_object('group', 2, 'titleKey', title_key, 'id', episode_id) order by title_key, episode_id
      ), '[]') from page
    ) as found
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

/** A page of groups 1 to 3, or of one of them, and the number of all matches in them. Examines each match. */
export async function findMatches(
  db: Db,
  filters: ExploreFilters,
  query: PlannedQuery,
  { after, limit }: SearchRange,
  only?: 2 | 3,
): Promise<{ found: SearchCursor[]; total: number }> {
  const condition = {
    // A word in the title is in the text.
    2: sql`${areCandidates(query)} and ${titleHasAllWords(query)} and not ${startsWithTerm(query)}`,
    3: sql`${matches(query)} and not (${titleHasAllWords(query)})`,
    any: matches(query),
  }[only ?? 'any']
  const isAfterCursor = after
    ? sql`(in_group, title_key, episode_id) > (${after.group}, ${after.titleKey}, ${after.id})`
    : sql`true`
  const { rows } = await sql<{ total: number; found: SearchCursor[] }>`
    with matched as materialized (
      select episode_id, title_key, case when ${startsWithTerm(query)} then 1 when ${titleHasAllWords(query)} then 2 else 3 end as in_group
      from listed_episodes where ${filterCondition(filters)} and ${condition}
    ), page as (
      select * from matched where ${isAfterCursor} order by in_group, title_key, episode_id limit ${limit}
    )
    select (select count(*) from matched) as total, (
      select coalesce(json_agg(
        json_build_object('group', in_group, 'titleKey', title_key, 'id', episode_id) order by in_group, title_key, episode_id
      ), '[]') from page
    ) as found
  `.execute(db)
  return rows[0]!
}

/** Group 1, the titles that start with the term: an index range. */
export async function findTitlePrefixMatches(db: Db, filters: ExploreFilters, query: SearchQuery, range: SearchRange) {
  return selectPage(db, 1, sql`listed_episodes where ${filterCondition(filters)} and ${startsWithTerm(query)}`, range)
}

/** A group of matches, and the condition on a row to belong to it. */
export interface SearchGroup {
  group: SearchCursor['group']
  condition: Condition
}

/** Matches with every word in the title that do not start with the term. */
export function inTitles(query: SearchQuery): SearchGroup {
  return { group: 2, condition: sql`${titleHasAllWords(query)} and not ${startsWithTerm(query)}` }
}

/** Matches of which the tags or the creator's name are needed. */
export function besideTitles(query: SearchQuery): SearchGroup {
  return { group: 3, condition: sql`${hasAllWords(query.words)} and not (${titleHasAllWords(query)})` }
}

/**
 * A page of a large group, from the next few rows of the list in title order, which is nearly always enough. Null when it
 * is not, as titles of one script sort together.
 */
export async function scanInTitleOrder(
  db: Db,
  filters: ExploreFilters,
  { group, condition }: SearchGroup,
  range: SearchRange,
): Promise<SearchCursor[] | null> {
  const next = sql`(
    select * from listed_episodes where ${filterCondition(filters)} and ${afterCursor(range.after)}
    order by title_key, episode_id limit ${SCAN_ROWS}
  ) as next where ${condition}`
  const found = await selectPage(db, group, next, range)
  return found.length === range.limit ? found : null
}

async function selectPage(
  db: Db,
  group: SearchCursor['group'],
  chosen: RawBuilder<unknown>,
  { after, limit }: SearchRange,
): Promise<SearchCursor[]> {
  const { rows } = await sql<Omit<SearchCursor, 'group'>>`
    select episode_id as id, title_key as "titleKey" from (select * from ${chosen}) as chosen
    where ${afterCursor(after)} order by title_key, episode_id limit ${limit}
  `.execute(db)
  return rows.map((row) => ({ ...row, group }))
}

/** Continues a list in title order. */
export function afterCursor(after: SearchCursor | null): Condition {
  return after ? sql`(title_key, episode_id) > (${after.titleKey}, ${after.id})` : sql`true`
}
