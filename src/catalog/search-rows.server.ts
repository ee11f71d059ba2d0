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

/** One way to read a mistyped term: any of these words instead of one, and all the others as they are. */
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

/** With more creators than this, reading the list through is faster than asking its index for each. */
const CREATORS_BY_INDEX = 200

/** Texts as searches compare them, in the same order. */
export async function foldTexts(db: Db, texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ keys: string[] }>`
    select array(select search_key(text) from unnest(${texts}::text[]) with ordinality as given (text, at) order by at) as keys
  `.execute(db)
  return rows[0]!.keys
}

/**
 * How many listed episodes have every word of the term in their title, their tags or their creator's name, and in which
 * version of the listings: both are of the same moment.
 */
export async function countMatches(
  db: Db,
  filters: ListingFilters,
  words: SoughtWord[],
): Promise<{ version: number; total: number }> {
  const { rows } = await sql<{ version: number; total: number }>`
    select version, (select count(*) from listed_episodes where ${within(filters)} and ${matches({ words })}) as total
    from listing_version
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

/**
 * Groups 2 and 3 together: the titles that contain every word and start otherwise, then what matches only with the help
 * of tags or the creator's name. Looks at every match, so it is for a small part of the list.
 */
export async function restOfFew(db: Db, filters: ListingFilters, sought: Sought, { after, limit }: FoundStretch) {
  const following = after
    ? sql`("group", title_key, episode_id) > (${after.group}, ${after.titleKey}, ${after.id})`
    : sql`true`
  // Materialised: read in title order, each episode's grams would have to be made anew.
  const { rows } = await sql<SearchPlace>`
    with found as materialized (
      select case when ${contained(sought)} then 2 else 3 end as "group", title_key, episode_id
      from listed_episodes where ${within(filters)} and ${matches(sought)} and not ${starts(sought)}
    )
    select "group", title_key as "titleKey", episode_id as id from found
    where ${following} order by "group", title_key, episode_id limit ${limit}
  `.execute(db)
  return rows
}

/** Group 2 in title order, until there are enough: for what is found nearly everywhere. */
export async function manyTitlesContaining(db: Db, filters: ListingFilters, sought: Sought, stretch: FoundStretch) {
  const own = { ...sought, words: sought.words.map(({ key }) => ({ key, creators: [] })) }
  // Where it is the creators that make it many, their number says nothing about titles.
  const byCreators = sought.words.some(({ creators }) => creators.length > CREATORS_BY_INDEX)
  const candidates = byCreators ? matches(own) : sql`true`
  const chosen = sql`listed_episodes where ${within(filters)} and ${contained(own)} and not ${starts(own)} and ${candidates}`
  return take(db, 2, chosen, stretch)
}

/** Group 3 likewise. */
export async function manyOthers(db: Db, filters: ListingFilters, sought: Sought, stretch: FoundStretch) {
  const somewhere = everyWord(sought.words, isSomewhere)
  const chosen = sql`listed_episodes where ${within(filters)} and ${somewhere} and not (${contained(sought)})`
  return take(db, 3, chosen, stretch)
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

/** Every word is somewhere; the index of grams finds the candidates where it can. */
function matches({ words }: Pick<Sought, 'words'>): Condition {
  const indexed = words.filter(hasIndex)
  // A word that is a gram itself needs no second look.
  const uncertain = words.filter((word) => !hasIndex(word) || gramsOf(word.key)[0] !== word.key)
  return sql`${everyWord(indexed, isCandidate)} and ${everyWord(uncertain, isSomewhere)}`
}

function isSomewhere({ key, creators }: SoughtWord): Condition {
  return orMadeBy(creators, sql`search_text like ${containing(key)}`)
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
  if (creators.length === 0) return isInText
  if (creators.length <= CREATORS_BY_INDEX) return sql`(${isInText} or creator_id = any (${creators}::text[]))`
  // Asked first: it is the cheaper question, and with so many creators often the last one.
  return sql`(creator_id in (select unnest(${creators}::text[])) or ${isInText})`
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

async function take(
  db: Db,
  group: SearchPlace['group'],
  chosen: RawBuilder<unknown>,
  { after, limit }: FoundStretch,
): Promise<SearchPlace[]> {
  const following = after ? sql`(title_key, episode_id) > (${after.titleKey}, ${after.id})` : sql`true`
  const { rows } = await sql<Omit<SearchPlace, 'group'>>`
    select episode_id as id, title_key as "titleKey" from (select * from ${chosen}) as chosen
    where ${following} order by title_key, episode_id limit ${limit}
  `.execute(db)
  return rows.map((row) => ({ ...row, group }))
}
