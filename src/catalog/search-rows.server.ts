import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { gramsOf } from '#platform/text-grams.ts'
import type { SearchPlace } from './episode-cursor.server.ts'
import { type ListingFilters, within } from './listing-rows.server.ts'

/** A folded word of the term, and the creators whose names contain it. */
export interface SoughtWord {
  key: string
  creators: string[]
}

/** What is looked for: the whole term, folded, and each of its words. */
export interface Sought {
  termKey: string
  words: SoughtWord[]
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

/** Enough for two pages of what each fortieth episode has. */
const LOOKED_AT = 2000

/** With more creators than this, reading the list through is faster than asking its index for each. */
const CREATORS_BY_INDEX = 200

/** Texts as searches compare them, in the same order. */
export async function foldTexts(db: Db, texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ keys: string[] }>`
    select array(select search_key(text) from unnest(${texts}::text[]) with ordinality as given (text, at) order by at) as keys
  `.execute(db)
  return rows[0]!.keys
}

/** Numbers of matches, and the version of the listings that they are of: all of one moment. */
export interface Matched {
  version: number
  /** Listed episodes that have every word of the term in their title, their tags or their creator's name. */
  total: number
  /** Those of them that have every word in their title. */
  titles: number
}

export async function countMatches(db: Db, filters: ListingFilters, words: SoughtWord[]): Promise<Matched> {
  const { rows } = await sql<Matched>`
    select version, total, titles from listing_version cross join (
      select count(*) as total, count(*) filter (where ${contained({ words })}) as titles
      from listed_episodes where ${within(filters)} and ${matches({ words })}
    ) as matched
  `.execute(db)
  return rows[0]!
}

/** Changes whenever anything that is listed does. */
export async function listingVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from listing_version`.execute(db)
  return rows[0]!.version
}

/** Group 1, the titles that start with the term: a stretch of their index. */
export async function titlesStarting(db: Db, filters: ListingFilters, sought: Sought, stretch: FoundStretch) {
  return take(db, 1, sql`listed_episodes where ${within(filters)} and ${starts(sought)}`, stretch)
}

/** Group 2, the titles that contain every word and start otherwise. */
export async function titlesContaining(db: Db, filters: ListingFilters, sought: Sought, stretch: FoundStretch) {
  const own = { ...sought, words: sought.words.map(({ key }) => ({ key, creators: [] })) }
  return takeAmong(db, 2, sql`${contained(own)} and not ${starts(own)}`, { filters, candidates: own, stretch })
}

/** Group 3, what matches only with the help of tags or the creator's name. */
export async function othersContaining(db: Db, filters: ListingFilters, sought: Sought, stretch: FoundStretch) {
  return takeAmong(db, 3, sql`not (${contained(sought)})`, { filters, candidates: sought, stretch })
}

/**
 * The same of a group that many are in: the next few of the list are looked at in title order, which is nearly always
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
function contained({ words }: Pick<Sought, 'words'>): Condition {
  return everyWord(words, ({ key }) => sql`title_key like ${containing(key)}`)
}

/** Every word is somewhere; the index of grams finds the candidates where it can. */
function matches({ words }: Pick<Sought, 'words'>): Condition {
  const indexed = words.filter(hasIndex)
  // A word that is a gram itself needs no second look.
  const uncertain = words.filter((word) => !hasIndex(word) || gramsOf(word.key)[0] !== word.key)
  return sql`${everyWord(indexed, isCandidate)} and ${everyWord(uncertain, isSomewhere)}`
}

function isSomewhere({ key, creators }: SoughtWord): Condition {
  const isInText = sql<boolean>`search_text like ${containing(key)}`
  if (creators.length <= CREATORS_BY_INDEX) return orMadeBy(creators, isInText)
  const isTheirs = sql<boolean>`creator_id in (select unnest(${creators}::text[]))`
  // A letter or two are soon found in a text; anything longer takes longer to miss than it takes to know the creator.
  return [...key].length < 3 ? sql`(${isInText} or ${isTheirs})` : sql`(${isTheirs} or ${isInText})`
}

function isCandidate({ key, creators }: SoughtWord): Condition {
  return orMadeBy(creators, sql`search_grams(search_text) @> ${gramsOf(key)}::text[]`)
}

// Not strpos: it prepares itself for the word anew at each row, which costs more than looking through a title.
function containing(key: string): string {
  return `%${key.replace(/[\\%_]/g, '\\$&')}%`
}

function hasIndex({ key, creators }: SoughtWord): boolean {
  return gramsOf(key).length > 0 && creators.length <= CREATORS_BY_INDEX
}

function orMadeBy(creators: string[], isInText: Condition): Condition {
  return creators.length === 0 ? isInText : sql`(${isInText} or creator_id = any (${creators}::text[]))`
}

// One query a reading, so that each goes by its own words in the index.
function near(filters: ListingFilters, readings: NearReading[]): RawBuilder<unknown> {
  const each = readings.map(({ instead, others }) => {
    const wholeWords = instead.map((word) => ` ${word}`)
    return sql`
      select * from listed_episodes where ${within(filters)}
        and search_grams(search_text) && ${wholeWords}::text[] and ${everyWord(others, isSomewhere)}
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

/**
 * Those of the matches that are in a group. Materialised: read in title order, each episode's grams would have to be made
 * anew.
 */
async function takeAmong(
  db: Db,
  group: SearchPlace['group'],
  inGroup: Condition,
  { filters, candidates, stretch }: { filters: ListingFilters; candidates: Sought; stretch: FoundStretch },
): Promise<SearchPlace[]> {
  const { rows } = await sql<Omit<SearchPlace, 'group'>>`
    with found as materialized (
      select title_key, episode_id from listed_episodes where ${within(filters)} and ${matches(candidates)} and ${inGroup}
    )
    select episode_id as id, title_key as "titleKey" from found
    where ${behind(stretch.after)} order by title_key, episode_id limit ${stretch.limit}
  `.execute(db)
  return rows.map((row) => ({ ...row, group }))
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
