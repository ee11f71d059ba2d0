import { sql } from 'kysely'
import { type Catalog, createCatalog } from '#catalog/catalog.server.ts'
import { writeEpisodeCursor } from '#catalog/episode-cursor.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
// Filling takes longer than the statement timeout.
import { openBenchCatalog } from './bench-catalog.ts'
import { type Figure, median, percentile } from './figures.ts'
import { seedEpisodes } from './seed-episodes.ts'
import { measureUpNext, upNextFigures } from './up-next.ts'

const FEW = 1000
const MANY = 100_000
const RUNS = 40
const SEARCH_GOAL_MS = 30
const SEARCH_GOAL_P95_MS = 50
const LIST_GOAL_MS = 1
const LIST_GOAL_GROWTH = 2

type ExploreQuery = Parameters<Catalog['explore']>[0]

/**
 * One kind of query. Each run takes another sample and a catalog that has cached no counts. `isRepeated`: the query has
 * run once before, because nearly every visitor sends it.
 */
interface Kind {
  name: string
  isSearch: boolean
  isRepeated: boolean
  query(sample: Sample): ExploreQuery
}

/** Milliseconds. */
interface Times {
  p50: number
  p95: number
}

interface Sample {
  /** A word of four to nine letters. */
  word: string
  other: string
  genre: string
  kanji: string
  /** Words of the list that do not occur together, up to 200 characters. */
  many: string
  creator: string
  deep: string
}

const kinds: Kind[] = [
  list('newest', () => ({})),
  list('genre', ({ genre }) => ({ genre })),
  list('trending', () => ({ trending: true })),
  list('genre and trending', ({ genre }) => ({ genre, trending: true })),
  list('page 40 % deep', ({ deep }) => ({ cursor: deep })),
  list('genre, page 40 % deep', ({ genre, deep }) => ({ genre, cursor: deep })),
  searching('a fragment', ({ word }) => ({ search: word.slice(1, 4) })),
  searching('four letters', ({ word }) => ({ search: word.slice(0, 4) })),
  searching('a word', ({ word }) => ({ search: word })),
  searching('two words', ({ word, other }) => ({ search: `${word} ${other}` })),
  searching('three letters', ({ word }) => ({ search: word.slice(0, 3) })),
  searching('two letters', ({ word }) => ({ search: word.slice(0, 2) })),
  searching('one letter', ({ word }) => ({ search: word.slice(0, 1) })),
  searching('a word of many titles', () => ({ search: 'the' })),
  searching('a common tag', ({ word }) => ({ search: `tag ${word}` })),
  searching('a creator', ({ creator }) => ({ search: creator })),
  searching('a creator without the number', ({ creator }) => ({ search: creator.replace(/ \d+$/, '') })),
  searching('five common words', () => ({ search: 'tag studio the of and' })),
  searching('letters of every creator', () => ({ search: 's t u d i o' })),
  searching('200 letters', ({ word }) => ({ search: word.repeat(50).slice(0, 200) })),
  searching('words of two letters, 200 in all', ({ word, other }) => ({ search: pairsOf(`${word}${other}`) })),
  searching('a word of every creator', () => ({ search: 'studio' })),
  searching('the word of every tag', () => ({ search: 'tag' })),
  searching('two fragments of every tag', () => ({ search: 'ag ta' })),
  searching('two letters apart', ({ word, other }) => ({ search: `${word.slice(0, 1)} ${other.slice(-1)}` })),
  searching('a character of every Japanese title', () => ({ search: 'の' })),
  searching('one character of Japanese', ({ kanji }) => ({ search: kanji })),
  searching('three letters, genre and trending', ({ word, genre }) => ({
    search: word.slice(0, 3),
    genre,
    trending: true,
  })),
  searching('one typo', ({ word }) => ({ search: `${word.slice(0, 2)}q${word.slice(2)}` })),
  searching('one typo in two words', ({ word, other }) => ({
    search: `${word.slice(0, 2)}q${word.slice(2)} ${other}`,
  })),
  searching('many words, 200 letters in all', ({ many }) => ({ search: many })),
  searching('nothing to find', ({ word }) => ({ search: `q${word}zz` })),
  again('one letter', ({ word }) => ({ search: word.slice(0, 1) })),
  again('two letters', ({ word }) => ({ search: word.slice(0, 2) })),
  again('a word of every creator', () => ({ search: 'studio' })),
  again('the word of every tag', () => ({ search: 'tag' })),
]

/** Words of two adjacent letters each, then the first of them repeated, up to 200 characters. */
function pairsOf(letters: string): string {
  const pairs = [...letters].slice(1).map((letter, at) => `${letters[at]}${letter}`)
  return [...pairs, ...Array<string>(100).fill(pairs[0]!)].join(' ').slice(0, 200).trim()
}

function list(name: string, query: Kind['query']): Kind {
  return { name, isSearch: false, isRepeated: false, query }
}

function searching(name: string, query: Kind['query']): Kind {
  return { name: `search: ${name}`, isSearch: true, isRepeated: false, query }
}

function again(name: string, query: Kind['query']): Kind {
  return { name: `search again: ${name}`, isSearch: true, isRepeated: true, query }
}

/** The list and its exact count from a catalog with its own PostgreSQL: 100,000 episodes beside 1,000. */
export async function measureExplore(report: (line: string) => void): Promise<Figure[]> {
  const testCatalog = await openBenchCatalog()
  const few = await measureAt(testCatalog, { from: 1, to: FEW }, report)
  const fewNext = await measureUpNext(testCatalog, FEW)
  const many = await measureAt(testCatalog, { from: FEW + 1, to: MANY }, report)
  const manyNext = await measureUpNext(testCatalog, MANY)
  const lists = kinds.flatMap(({ name, isSearch }, at): Figure[] => [
    {
      name: `explore, ${name}: p50 at ${MANY}, beside ${FEW}`,
      value: many[at]!.p50,
      unit: 'ms',
      baseline: { value: few[at]!.p50 },
      goal: isSearch ? SEARCH_GOAL_MS : Math.max(LIST_GOAL_MS, round(few[at]!.p50 * LIST_GOAL_GROWTH)),
    },
    {
      name: '  its p95',
      value: many[at]!.p95,
      unit: 'ms',
      baseline: { value: few[at]!.p95 },
      ...(isSearch ? { goal: SEARCH_GOAL_P95_MS } : {}),
    },
  ])
  return [...lists, ...upNextFigures(fewNext, manyNext)]
}

async function measureAt(
  testCatalog: TestCatalog,
  { from, to }: { from: number; to: number },
  report: (line: string) => void,
) {
  report(`making episodes ${from} to ${to}…`)
  await seedEpisodes(testCatalog.db, from, to)
  const samples = await takeSamples(testCatalog.db, to)
  const times = kinds.map((): number[] => [])
  for (const sample of samples) {
    for (const [at, kind] of kinds.entries()) {
      const catalog = createCatalog(testCatalog)
      if (kind.isRepeated) await catalog.explore(kind.query(sample))
      const startedAt = performance.now()
      await catalog.explore(kind.query(sample))
      times[at]!.push(performance.now() - startedAt)
    }
  }
  const percentiles = times.map((each): Times => ({ p50: median(each), p95: percentile(each, 95) }))
  for (const [at, { name }] of kinds.entries()) {
    report(`${to} episodes, ${name}: p50 ${round(percentiles[at]!.p50)} ms, p95 ${round(percentiles[at]!.p95)} ms`)
  }
  return percentiles
}

async function takeSamples(db: Db, size: number): Promise<Sample[]> {
  // Of every ten titles the first is Japanese and the sixth begins with two words; the deep one is 40 % down the list.
  const { rows } = await sql<Sample & { publishedAt: Date; id: string }>`
    select split_part(lower(latin.title), ' ', 1) as word, split_part(lower(latin.title), ' ', 2) as other, latin.genre,
      left(japanese.title, 1) as kanji, (
        select trim(left(string_agg(word, ' ' order by hashtext(word || n)), 200)) from listed_words
        where length(word) between 4 and 6 and word ~ '^[a-z]+$'
      ) as many, lower(creators.username) as creator,
      deep.published_at as "publishedAt", deep.id
    from generate_series(1, ${RUNS}::int) as n
    cross join lateral (select n * ${size}::int / ${RUNS}::int / 10 * 10 as ten) as place
    join episodes as latin on latin.id = 'e' || ten - 5
    join episodes as japanese on japanese.id = 'e' || ten
    join episodes as deep on deep.id = 'e' || ${size}::int * 6 / 10 + n
    join creators on creators.uid = latin.creator_id
  `.execute(db)
  return rows.map(({ publishedAt, id, ...sample }) => ({ ...sample, deep: writeEpisodeCursor({ publishedAt, id }) }))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
