import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Catalog, createCatalog } from '#catalog/catalog.server.ts'
import { writeCursor } from '#catalog/episode-cursor.server.ts'
import type { Db } from '#platform/database.server.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { createLog } from '#platform/log.server.ts'
import { migrate } from '#platform/migrations.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/test-catalog.server.ts'
// Filling takes longer than a statement may.
import '#tests/support/patient-database.ts'
import { type Figure, median, percentile } from './figures.ts'
import { atTheEnd } from './leftovers.ts'
import { fillWithEpisodes } from './many-episodes.ts'

const FEW = 1000
const MANY = 100_000
const RUNS = 40
const SEARCH_GOAL_MS = 30
const SEARCH_GOAL_P95_MS = 50
const LIST_GOAL_MS = 1
const LIST_GOAL_GROWTH = 2

type Asked = Parameters<Catalog['explore']>[0]

/**
 * One kind of question; each run asks about another sample, and of a catalog that has counted nothing yet, so that nothing
 * is found because it was just asked. `isRepeated`: asked once before, because nearly everybody asks it.
 */
interface Kind {
  name: string
  isSearch: boolean
  isRepeated: boolean
  ask(sample: Sample): Asked
}

/** Milliseconds. */
interface Times {
  p50: number
  p95: number
}

interface Sample {
  /** Four to nine letters. */
  word: string
  other: string
  genre: string
  kanji: string
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
  searching('two letters apart', ({ word, other }) => ({ search: `${word.slice(0, 1)} ${other.slice(-1)}` })),
  searching('a character of every Japanese title', () => ({ search: 'の' })),
  searching('one character of Japanese', ({ kanji }) => ({ search: kanji })),
  searching('three letters, genre and trending', ({ word, genre }) => ({
    search: word.slice(0, 3),
    genre,
    trending: true,
  })),
  searching('one typo', ({ word }) => ({ search: `${word.slice(0, 2)}q${word.slice(2)}` })),
  searching('nothing to find', ({ word }) => ({ search: `q${word}zz` })),
  again('one letter', ({ word }) => ({ search: word.slice(0, 1) })),
  again('two letters', ({ word }) => ({ search: word.slice(0, 2) })),
  again('a word of every creator', () => ({ search: 'studio' })),
  again('the word of every tag', () => ({ search: 'tag' })),
]

/** As many words of two neighbours as there is room for, and what is left to 200 characters of the first one. */
function pairsOf(letters: string): string {
  const pairs = [...letters].slice(1).map((letter, at) => `${letters[at]}${letter}`)
  return [...pairs, ...Array<string>(100).fill(pairs[0]!)].join(' ').slice(0, 200).trim()
}

function list(name: string, ask: Kind['ask']): Kind {
  return { name, isSearch: false, isRepeated: false, ask }
}

function searching(name: string, ask: Kind['ask']): Kind {
  return { name: `search: ${name}`, isSearch: true, isRepeated: false, ask }
}

function again(name: string, ask: Kind['ask']): Kind {
  return { name: `search again: ${name}`, isSearch: true, isRepeated: true, ask }
}

/** The list and its exact count, asked of the catalog on a PostgreSQL of its own: 100,000 episodes beside 1,000. */
export async function measureExplore(note: (line: string) => void): Promise<Figure[]> {
  const room = await openRoom()
  const few = await measureAt(room, { from: 1, to: FEW }, note)
  const many = await measureAt(room, { from: FEW + 1, to: MANY }, note)
  return kinds.flatMap(({ name, isSearch }, at): Figure[] => [
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
}

async function measureAt(room: TestCatalog, { from, to }: { from: number; to: number }, note: (line: string) => void) {
  note(`making episodes ${from} to ${to}…`)
  await fillWithEpisodes(room.db, from, to)
  const samples = await takeSamples(room.db, to)
  const times = kinds.map((): number[] => [])
  for (const sample of samples) {
    for (const [at, kind] of kinds.entries()) {
      const catalog = createCatalog(room)
      if (kind.isRepeated) await catalog.explore(kind.ask(sample))
      const begun = performance.now()
      await catalog.explore(kind.ask(sample))
      times[at]!.push(performance.now() - begun)
    }
  }
  const taken = times.map((each): Times => ({ p50: median(each), p95: percentile(each, 95) }))
  for (const [at, { name }] of kinds.entries()) {
    note(`${to} episodes, ${name}: p50 ${round(taken[at]!.p50)} ms, p95 ${round(taken[at]!.p95)} ms`)
  }
  return taken
}

async function takeSamples(db: Db, size: number): Promise<Sample[]> {
  // Of every ten titles the first is Japanese and the sixth begins with two words; the deep one lies 40 % down the list.
  const { rows } = await sql<Sample & { publishedAt: Date; id: string }>`
    select split_part(lower(latin.title), ' ', 1) as word, split_part(lower(latin.title), ' ', 2) as other, latin.genre,
      left(japanese.title, 1) as kanji, lower(creators.username) as creator,
      deep.published_at as "publishedAt", deep.id
    from generate_series(1, ${RUNS}::int) as n
    cross join lateral (select n * ${size}::int / ${RUNS}::int / 10 * 10 as ten) as place
    join episodes as latin on latin.id = 'e' || ten - 5
    join episodes as japanese on japanese.id = 'e' || ten
    join episodes as deep on deep.id = 'e' || ${size}::int * 6 / 10 + n
    join creators on creators.uid = latin.creator_id
  `.execute(db)
  return rows.map(({ publishedAt, id, ...sample }) => ({ ...sample, deep: writeCursor({ publishedAt, id }) }))
}

async function openRoom(): Promise<TestCatalog> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hoshi-bench-explore-'))
  atTheEnd(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('warn') })
  atTheEnd(() => server.stop())
  await migrate(server.connectionString)
  const room = await openTestCatalog({ connectionString: server.connectionString, drop: async () => {} })
  atTheEnd(() => room.close())
  return room
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
