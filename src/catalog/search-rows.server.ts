import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { gramsOf } from '#platform/text-grams.ts'
import type { SearchPlace } from './episode-cursor.server.ts'
import { type ListingFilters, within } from './listing-rows.server.ts'

/** A word of the term, folded as titles and tags are, and as creators' names are. */
export interface SoughtWord {
  key: string
  /** Nearly always the key; empty when no name can contain it. */
  nameKey: string
}

/** What is looked for: the whole term, folded, and each of its words. */
export interface Sought {
  termKey: string
  words: SoughtWord[]
}

/** The same, with those of its words that the index of grams finds fast: the others are in too much of the list. */
export interface Planned extends Sought {
  indexed: SoughtWord[]
}

/** One way to read a mistyped term: one of these words in place of it, and all the others as they are. */
export interface NearReading {
  instead: string[]
  others: SoughtWord[]
}

/** A part of the matches: at most `limit`, those after a place when there is one. */
export interface FoundStretch {
  after: SearchPlace | null
  limit: number
}

type Condition = RawBuilder<boolean>

/** Rows read in title order for one page of what is in a good part of the list. */
const LOOKED_AT = 2000
/** Rows of the sample, about. */
const SAMPLED = 1000
/** Longer ones are rarer, and one rare word is enough. */
const WORDS_SAMPLED = 8

/** Texts as searches compare them, in the same order. */
export async function foldTexts(db: Db, texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ keys: string[] }>`
    select array(select search_key(text) from unnest(${texts}::text[]) with ordinality as given (text, at) order by at) as keys
  `.execute(db)
  return rows[0]!.keys
}

/** Shares of the list, each from 0 to 1. */
export interface Sampled {
  /** Of what passes the filters and has every word. */
  matching: number
  /** Of what has the word, for the first words. */
  words: number[]
}

/** Looks at about a thousand of the listed episodes, whole pages of the table. */
export async function sampleMatches(
  db: Db,
  filters: ListingFilters,
  { words }: Sought,
  listed: number,
): Promise<Sampled> {
  const percent = Math.min(100, (100 * SAMPLED) / Math.max(1, listed))
  const each = words.slice(0, WORDS_SAMPLED).map((word) => sql`count(*) filter (where ${isSomewhere(word)})`)
  const { rows } = await sql<{ looked: number; matching: number; words: number[] }>`
    select count(*) as looked, count(*) filter (where ${within(filters)} and ${everyWord(words, isSomewhere)}) as matching,
      array[${sql.join(each)}]::float8[] as words
    from listed_episodes tablesample system (${percent})
  `.execute(db)
  const { looked, ...found } = rows[0]!
  const share = (count: number) => (looked === 0 ? 0 : count / looked)
  return { matching: share(found.matching), words: found.words.map(share) }
}

/** Numbers of matches, and the version of the listings that they are of: all of one moment. */
export interface Matched {
  version: number
  /** Listed episodes that have every word of the term in their title, their tags or their creator's name. */
  total: number
  /** Those of them that have every word in their title. */
  titles: number
}

export async function countMatches(db: Db, filters: ListingFilters, sought: Planned): Promise<Matched> {
  const { rows } = await sql<Matched>`
    select version, total, titles from listing_version cross join (
      select count(*) as total, count(*) filter (where ${contained(sought)}) as titles
      from listed_episodes where ${within(filters)} and ${matches(sought)}
    ) as matched
  `.execute(db)
  return rows[0]!
}

/** Changes whenever anything that is listed does. */
export async function listingVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from listing_version`.execute(db)
  return rows[0]!.version
}

/** A page of groups 1 to 3, or of one of them alone, and the number of all that are in them: looks at each match. */
export async function findMatches(
  db: Db,
  filters: ListingFilters,
  sought: Planned,
  { after, limit }: FoundStretch,
  only?: 2 | 3,
): Promise<{ places: SearchPlace[]; total: number }> {
  const isWanted =
    only === undefined
      ? sql`true`
      : sql`${only === 2 ? contained(sought) : sql`not (${contained(sought)})`} and not ${starts(sought)}`
  const isBehind = after
    ? sql`(in_group, title_key, episode_id) > (${after.group}, ${after.titleKey}, ${after.id})`
    : sql`true`
  const { rows } = await sql<{ total: number; places: SearchPlace[] }>`
    with found as materialized (
      select episode_id, title_key, case when ${starts(sought)} then 1 when ${contained(sought)} then 2 else 3 end as in_group
      from listed_episodes where ${within(filters)} and ${isWanted} and ${matches(sought)}
    ), page as (
      select * from found where ${isBehind} order by in_group, title_key, episode_id limit ${limit}
    )
    select (select count(*) from found) as total, (
      select coalesce(json_agg(
        json_build_object('group', in_group, 'titleKey', title_key, 'id', episode_id) order by in_group, title_key, episode_id
      ), '[]') from page
    ) as places
  `.execute(db)
  return rows[0]!
}

/** Group 1, the titles that start with the term: a stretch of their index. */
export async function titlesStarting(db: Db, filters: ListingFilters, sought: Sought, stretch: FoundStretch) {
  return take(db, 1, sql`listed_episodes where ${within(filters)} and ${starts(sought)}`, stretch)
}

/**
 * A page of a group that many are in: the next few of the list are looked at in title order, which is nearly always
 * enough. Null when it was not: titles of one script stand together.
 */
export async function manyInOrder(
  db: Db,
  group: 2 | 3,
  { filters, sought, stretch }: { filters: ListingFilters; sought: Sought; stretch: FoundStretch },
): Promise<SearchPlace[] | null> {
  const wanted =
    group === 2
      ? sql`${contained(sought)} and not ${starts(sought)}`
      : sql`${everyWord(sought.words, isSomewhere)} and not (${contained(sought)})`
  const next = sql`(
    select * from listed_episodes where ${within(filters)} and ${behind(stretch.after)}
    order by title_key, episode_id limit ${LOOKED_AT}
  ) as next where ${wanted}`
  const found = await take(db, group, next, stretch)
  return found.length === stretch.limit ? found : null
}

/** Words of titles and tags that share a deletion with each of these; those one typo apart are among them. */
export async function wordsAround(db: Db, keys: string[]): Promise<string[][]> {
  const each = keys.map(
    (key) => sql`array(select word from listed_words where word_deletions(word) && word_deletions(${key}))`,
  )
  const { rows } = await sql<{ around: string[][] }>`select json_build_array(${sql.join(each)}) as around`.execute(db)
  return rows[0]!.around
}

export async function countNear(db: Db, filters: ListingFilters, readings: NearReading[]): Promise<number> {
  return count(db, near(filters, readings))
}

/** Group 4: what a mistyped term may have meant. */
export async function nearMisses(db: Db, filters: ListingFilters, readings: NearReading[], stretch: FoundStretch) {
  return take(db, 4, sql`(${near(filters, readings)}) as near`, stretch)
}

function starts({ termKey }: Sought): Condition {
  return sql`title_key ^@ ${termKey}`
}

/** Every word is in the title. */
function contained({ words }: Sought): Condition {
  return everyWord(words, ({ key }) => sql`title_key like ${containing(key)}`)
}

/** Every word is somewhere; the index of grams finds the candidates by the words that are rare enough. */
function matches({ words, indexed }: Planned): Condition {
  // A word that is a gram itself needs no second look.
  const uncertain = words.filter((word) => !indexed.includes(word) || !isGram(word))
  return sql`${everyWord(indexed, isCandidate)} and ${everyWord(uncertain, isSomewhere)}`
}

function isSomewhere({ key, nameKey }: SoughtWord): Condition {
  const isInText = sql<boolean>`search_text like ${containing(key)}`
  return nameKey === '' ? isInText : sql`(${isInText} or creator_key like ${containing(nameKey)})`
}

function isCandidate({ key, nameKey }: SoughtWord): Condition {
  const has = (word: string) => sql<boolean>`${grams} @> ${gramsOf(word)}::text[]`
  return nameKey === '' || nameKey === key ? has(key) : sql`(${has(key)} or ${has(nameKey)})`
}

/** Whether the index can find the word: a single letter has no grams. */
export function hasGrams({ key, nameKey }: SoughtWord): boolean {
  return gramsOf(key).length > 0 && (nameKey === '' || gramsOf(nameKey).length > 0)
}

function isGram({ key, nameKey }: SoughtWord): boolean {
  return nameKey === key && gramsOf(key)[0] === key
}

/** As the index spells it. */
const grams = sql`search_grams(search_text || E'\n' || creator_key)`

// Not strpos: it prepares itself for the word anew at each row, which costs more than looking through a title.
function containing(key: string): string {
  return `%${key.replace(/[\\%_]/g, '\\$&')}%`
}

// One query a reading, so that each goes by its own words in the index.
function near(filters: ListingFilters, readings: NearReading[]): RawBuilder<unknown> {
  const each = readings.map(({ instead, others }) => {
    const wholeWords = instead.map((word) => ` ${word}`)
    return sql`
      select * from listed_episodes where ${within(filters)} and ${grams} && ${wholeWords}::text[]
        and exists (select from search_words(search_text) as word where word = any (${instead}::text[]))
        and ${everyWord(others, isSomewhere)}
    `
  })
  return sql.join(each, sql` union `)
}

function everyWord(words: SoughtWord[], condition: (word: SoughtWord) => Condition): Condition {
  return words.length === 0 ? sql`true` : sql`${sql.join(words.map(condition), sql` and `)}`
}

async function count(db: Db, chosen: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${chosen}) as chosen`.execute(db)
  return rows[0]!.count
}

async function take(
  db: Db,
  group: SearchPlace['group'],
  chosen: RawBuilder<unknown>,
  { after, limit }: FoundStretch,
): Promise<SearchPlace[]> {
  const { rows } = await sql<Omit<SearchPlace, 'group'>>`
    select episode_id as id, title_key as "titleKey" from (select * from ${chosen}) as chosen
    where ${behind(after)} order by title_key, episode_id limit ${limit}
  `.execute(db)
  return rows.map((row) => ({ ...row, group }))
}

function behind(after: SearchPlace | null): Condition {
  return after ? sql`(title_key, episode_id) > (${after.titleKey}, ${after.id})` : sql`true`
}
