import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { SearchCursor } from './episode-cursor.server.ts'
import { type ExploreFilters, filterCondition } from './explore-rows.server.ts'
import {
  type Condition,
  grams,
  hasAllWords,
  hasWord,
  isCandidate,
  likePattern,
  type SearchWord,
} from './search-condition-rows.server.ts'
import { afterCursor, type SearchRange } from './search-rows.server.ts'

/** A word of titles and tags, and the number of listed episodes that have it. */
export interface ListedWord {
  word: string
  episodes: number
}

/** A word that may be mistyped, and the listed words that may have been meant; none where it must match as typed. */
export interface MistypedWord extends SearchWord {
  corrections: string[]
}

/**
 * A term in which exactly one word is mistyped. The first word should be the rarest, and the index must know it: each
 * match has it or one of its corrections.
 */
export type MistypedTerm = [MistypedWord, ...MistypedWord[]]

/** Rows read in title order for one page of a common term. */
const SCAN_ROWS = 500

/**
 * For each key, the words of titles and tags that share a deletion with it; includes all words one typo apart. Where the
 * planner prefers to read all words, their lengths spare most of them the dear comparison.
 */
export async function findSimilarWords(db: Db, keys: string[]): Promise<ListedWord[][]> {
  const each = keys.map(
    (key) => sql`(
      select coalesce(json_agg(json_build_object('word', word, 'episodes', episodes)), '[]')
      from listed_words where word_deletions(word) && word_deletions(${key})
        and char_length(word) between char_length(${key}) - 1 and char_length(${key}) + 1
    )`,
  )
  const { rows } = await sql<{ around: ListedWord[][] }>`select json_build_array(${sql.join(each)}) as around`.execute(
    db,
  )
  return rows[0]!.around
}

/** A page of rank 9, matches of the possible corrections of a mistyped term, and their number. Examines each match. */
export async function findFuzzyMatches(
  db: Db,
  filters: ExploreFilters,
  term: MistypedTerm,
  { after, limit }: SearchRange,
): Promise<{ found: SearchCursor[]; total: number }> {
  const { rows } = await sql<{ total: number; found: SearchCursor[] }>`
    with matched as materialized (${indexedMatches(filters, term)}), page as (
      select * from matched where ${afterCursor(after)} order by title_key, episode_id limit ${limit}
    )
    select (select count(*) from matched) as total, (
      select coalesce(json_agg(
        json_build_object('rank', 9, 'titleKey', title_key, 'id', episode_id) order by title_key, episode_id
      ), '[]') from page
    ) as found
  `.execute(db)
  return rows[0]!
}

export async function countFuzzyMatches(db: Db, filters: ExploreFilters, term: MistypedTerm): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${indexedMatches(filters, term)}) as matched
  `.execute(db)
  return rows[0]!.count
}

/** A page of rank 9 from the next few rows of the list in title order; null when they are not enough. */
export async function scanFuzzyInTitleOrder(
  db: Db,
  filters: ExploreFilters,
  term: MistypedTerm,
  { after, limit }: SearchRange,
): Promise<SearchCursor[] | null> {
  const next = sql`(
    select * from listed_episodes where ${filterCondition(filters)} and ${afterCursor(after)}
    order by title_key, episode_id limit ${SCAN_ROWS}
  )`
  const hasCorrection = ({ corrections }: MistypedWord) =>
    sql<boolean>`search_text like any (${corrections.map(likePattern)}::text[]) and ${textHasAny(corrections)}`
  const { rows } = await sql<Omit<SearchCursor, 'rank'>>`
    select episode_id as id, title_key as "titleKey" from (${matchesIn(next, term, { hasCorrection, hasFirst: hasWord })}) as matched
    order by title_key, episode_id limit ${limit}
  `.execute(db)
  return rows.length === limit ? rows.map((row) => ({ ...row, rank: 9 })) : null
}

function indexedMatches(filters: ExploreFilters, term: MistypedTerm): RawBuilder<unknown> {
  const listed = sql`(select * from listed_episodes where ${filterCondition(filters)})`
  return matchesIn(listed, term, {
    // The index knows the words of titles, tags and names: only a name that contains one makes it uncertain.
    hasCorrection: ({ corrections }) => sql`${grams} && ${corrections.map((word) => ` ${word}`)}::text[]
      and (creator_key not like all (${corrections.map(likePattern)}::text[]) or ${textHasAny(corrections)})`,
    hasFirst: (word) => sql`${isCandidate(word)} and ${hasWord(word)}`,
  })
}

/** Rows of `list` with all words but one, and a correction of that one. Each word is compared once or twice. */
function matchesIn(
  list: RawBuilder<unknown>,
  [first, ...others]: MistypedTerm,
  condition: { hasCorrection(first: MistypedWord): Condition; hasFirst(first: MistypedWord): Condition },
): RawBuilder<unknown> {
  const firstIsMistyped = sql`
    select episode_id, title_key from ${list} as listed where ${condition.hasCorrection(first)} and ${hasAllWords(others)}
  `
  const corrected = others.flatMap(({ corrections }, at) => (corrections.length > 0 ? [{ at, corrections }] : []))
  const missing = others.map((word, at) => sql`case when not ${hasWord(word)} then ${sql.lit(at)} end`)
  const anotherIsMistyped = sql`
    select episode_id, title_key from (
      select *, array_remove(array[${sql.join(missing)}], null) as missing
      from ${list} as listed where ${condition.hasFirst(first)} and ${hasAllButOne(others)} offset 0
    ) as near
    where cardinality(missing) <= 1 and exists (
      select from unnest(
        ${corrected.map(({ at }) => at)}::int[], ${corrected.map(({ corrections }) => wordPattern(corrections))}::text[]
      ) as meant (at, pattern) where missing <@ array[at] and ${foldedText} ~ pattern
    )
  `
  const queries = [
    ...(first.corrections.length > 0 ? [firstIsMistyped] : []),
    ...(corrected.length > 0 ? [anotherIsMistyped] : []),
  ]
  return sql.join(queries, sql` union `)
}

/** At most one word of each two is missing. Rules out most rows with few comparisons. */
function hasAllButOne(words: SearchWord[]): Condition {
  const pairs = words.flatMap((word, at) => {
    const next = words[at + 1]
    return next && at % 2 === 0 ? [sql`(${hasWord(word)} or ${hasWord(next)})`] : []
  })
  return pairs.length === 0 ? sql`true` : sql`${sql.join(pairs, sql` and `)}`
}

/** Whether the title or a tag has one of the words as a whole. */
function textHasAny(words: string[]): Condition {
  return sql`${foldedText} ~ ${wordPattern(words)}`
}

/** The search text with the collation of `search_words`, which decides what is punctuation. */
const foldedText = sql`search_text collate "pg_unicode_fast"`

/** A regular expression for any of the words, delimited as in `search_words`. It costs a tenth of that function. */
function wordPattern(words: string[]): string {
  const escaped = words.map((word) => word.replace(/[!-/:-@[-`{-~]/g, '\\$&'))
  return `(?:^|[[:space:][:punct:]])(?:${escaped.join('|')})(?:$|[[:space:][:punct:]])`
}
