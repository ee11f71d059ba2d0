import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { gramsOf } from '#platform/text-grams.ts'
import type { SearchCursor } from '../episode-cursor.server.ts'
import { type ExploreFilters, filterCondition } from '../explore-rows.server.ts'
import {
  type FoldedText,
  likeAll,
  likePattern,
  matches,
  type PlannedQuery,
  type SearchQuery,
  type SearchWord,
} from '../search-condition-rows.server.ts'
import { afterRanked, pageAsCursors, ranked, type SearchRange } from '../search-rows.server.ts'
import {
  type FoundLine,
  LINE_MATCHES_MAX,
  LINES_KEPT,
  LINES_MAX_CHARACTERS,
  type LinedText,
  type SpokenLine,
} from './line.ts'

/** Texts that are read line by line for one search of Explore, of those that have all of its grams. */
const CANDIDATES_MAX = 1000

/** Stores the first lines of a text, as many as searches read, in place of those it had. The episode is locked against removal. */
export async function storeLines(trx: Trx, { subtitleId, episodeId, language, lines: all }: LinedText): Promise<void> {
  const lines = firstCharacters(all.slice(0, LINES_KEPT), LINES_MAX_CHARACTERS)
  const texts = lines.map(({ text }) => text.replaceAll('\n', ' '))
  await sql`
    insert into episode_lines (subtitle_id, episode_id, language, starts, ends, texts, search_text, exact_text)
    select ${subtitleId}, ${episodeId}, ${language}, ${lines.map(({ from }) => from)}::float8[],
      ${lines.map(({ to }) => to)}::float8[], ${texts}::text[], folded, case when exact = folded then '' else exact end
    from (
      select search_key(array_to_string(${texts}::text[], E'\n')) as folded,
        exact_key(array_to_string(${texts}::text[], E'\n')) as exact
      offset 0
    ) as keys
    on conflict (subtitle_id) do update set
      language = excluded.language, starts = excluded.starts, ends = excluded.ends, texts = excluded.texts,
      search_text = excluded.search_text, exact_text = excluded.exact_text
  `.execute(trx)
}

export async function deleteLines(trx: Trx, subtitleId: string): Promise<void> {
  await sql`delete from episode_lines where subtitle_id = ${subtitleId}`.execute(trx)
}

/** A place in the lines of an episode. */
export interface LineCursor {
  from: number
  subtitleId: string
  at: number
}

/** Lines of an episode that have every word, in the order of their times, and their number. */
export async function linesOfEpisode(
  db: Db,
  episodeId: string,
  keys: string[],
  { after, limit }: { after: LineCursor | null; limit: number },
): Promise<{ lines: (SpokenLine & { at: number })[]; total: number }> {
  const following = after
    ? sql`("from", "subtitleId", at) > (${after.from}, ${after.subtitleId}, ${after.at})`
    : sql`true`
  const { rows } = await sql<{ total: number; lines: (SpokenLine & { at: number })[] }>`
    with said as materialized (
      select subtitle_id as "subtitleId", language, starts as "from", ends as "to", text, at
      from (
        select subtitle_id, language, line.* from episode_lines cross join lateral
          unnest(starts, ends, texts, string_to_array(search_text, E'\n')) with ordinality
            as line (starts, ends, text, key, at)
        where episode_id = ${episodeId} and ${hasAll(sql`search_text`, keys)}
      ) as lines
      where ${hasAll(sql`key`, keys)}
    ), page as (
      select * from said where ${following} order by "from", "subtitleId", at limit ${limit}
    )
    select (select count(*) from said) as total,
      (select coalesce(json_agg(page order by "from", "subtitleId", at), '[]') from page) as lines
  `.execute(db)
  return rows[0]!
}

/**
 * A page of the listed episodes in which a line has every word, and which do not match by their texts; and their number,
 * which is exact up to `LINE_MATCHES_MAX`. Of words in more than a thousand texts, it finds some.
 */
export async function findByLines(
  db: Db,
  filters: ExploreFilters,
  query: PlannedQuery,
  { after, limit }: SearchRange,
): Promise<{ found: SearchCursor[]; total: number }> {
  const { rows } = await sql<{ total: number; found: SearchCursor[] }>`
    with saying as materialized (${textsSaying(query)}), matched as materialized (
      select episode_id, title_key, ${ranked({ exactly: 7 }, sql`episode_id in (select episode_id from saying where is_exact)`)} as rank
      from listed_episodes
      where episode_id in (select episode_id from saying) and ${filterCondition(filters)} and not (${matches({ ...query, indexed: [] })})
      order by rank, title_key, episode_id limit ${LINE_MATCHES_MAX}
    ), page as (
      select * from matched where ${afterRanked(after)} order by rank, title_key, episode_id limit ${limit}
    )
    select (select count(*) from matched) as total, (${pageAsCursors}) as found
  `.execute(db)
  return rows[0]!
}

/** Whether an index can find texts with all these words: a single letter has no grams. */
export function areIndexed(words: SearchWord[]): boolean {
  return words.length > 0 && words.some(({ key }) => gramsOf(key).length > 0)
}

/** The first line of each of these episodes with every word, by id; lines with all words as typed come first. */
export async function firstLines(db: Db, episodeIds: string[], words: FoldedText[]): Promise<Map<string, FoundLine>> {
  const keys = words.map(({ key }) => key)
  const { rows } = await sql<FoundLine & { episodeId: string }>`
    select distinct on (episode_id) episode_id as "episodeId", language, line.starts as "from", line.text
    from episode_lines cross join lateral
      unnest(starts, texts, string_to_array(search_text, E'\n')) as line (starts, text, key)
    where episode_id = any(${episodeIds}::text[]) and ${hasAll(sql`search_text`, keys)} and ${hasAll(sql`line.key`, keys)}
    order by episode_id, not exact_key(line.text) ${likeAll(words.map(({ exactKey }) => exactKey))}, line.starts, subtitle_id
  `.execute(db)
  return new Map(rows.map(({ episodeId, ...line }) => [episodeId, line]))
}

/** Ids of episodes with a text of which one line has every word, and whether it has all of them as typed. */
function textsSaying({ words, exact }: Pick<SearchQuery, 'words' | 'exact'>): RawBuilder<unknown> {
  const keys = words.map(({ key }) => key)
  const grams = [...new Set(keys.flatMap(gramsOf))]
  const inOneLine = (text: RawBuilder<unknown>, all: string[]) =>
    all.length === 1
      ? sql`${text} ${likeAll(all)}`
      : sql`exists (select from string_to_table(${text}, E'\n') as line (text) where line.text ${likeAll(all)})`
  const isExact = inOneLine(sql`exact_text`, exact.keys)
  return sql`
    select episode_id, ${exact.areFolded ? sql`(exact_text = '' or ${isExact})` : isExact} as is_exact from (
      select episode_id, search_text, exact_text from episode_lines where grams @> ${grams}::text[] limit ${CANDIDATES_MAX}
    ) as candidates
    where ${hasAll(sql`search_text`, keys)} and ${inOneLine(sql`search_text`, keys)}
  `
}

/** The lines that have at most so many characters together. */
function firstCharacters(lines: LinedText['lines'], most: number): LinedText['lines'] {
  let sum = 0
  const end = lines.findIndex(({ text }) => {
    sum += text.length
    return sum > most
  })
  return end === -1 ? lines : lines.slice(0, end)
}

function hasAll(text: RawBuilder<unknown>, keys: string[]): RawBuilder<boolean> {
  const each = keys.map((key) => sql<boolean>`${text} like ${likePattern(key)}`)
  return each.length === 0 ? sql`true` : sql`${sql.join(each, sql` and `)}`
}
