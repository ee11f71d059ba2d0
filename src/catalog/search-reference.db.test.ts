import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

/** Determines the list and the terms; fixed so that failures are reproducible. */
const SEED = 20_761
const EPISODES = 300
const TERMS = 70

let room: TestCatalog
const random = randomFrom(SEED)

beforeAll(async () => {
  room = await openTestCatalog(await createTestDatabase())
  const names = ['', 'Ａｋｉ Stern', 'studio 1', 'STUDIO two', 'star', 'の星', 'aß', 'b%_', 'ｽﾀｰ組']
  const creators = await Promise.all(names.map((username) => room.addCreator({ username })))
  await fill(creators)
})

afterAll(() => room.close())

test('searches find, order, count and page like a scan of every episode', async () => {
  const results: Result[] = []
  for (const query of Array.from({ length: TERMS }, randomQuery)) {
    const expected = await scanAllEpisodes(query)
    // Fuzzy matches have their own tests.
    const found = expected.length === 0 ? null : await pageThrough(query)
    results.push({ query, part: partOf(expected.length), expected, found })
  }
  const promised = results.map((each) =>
    each.part === 'none' ? each : { ...each, found: { ids: each.expected, totals: [each.expected.length] } },
  )
  expect(results, `seed ${SEED}`).toEqual(promised)
  for (const part of ['none', 'few', 'many'] as const)
    expect(results.filter((each) => each.part === part).length, part).toBeGreaterThan(2)
})

interface Result {
  query: Query
  /** Share of the list that matches, which decides the search strategy. */
  part: 'none' | 'few' | 'many'
  expected: string[]
  found: { ids: string[]; totals: number[] } | null
}

function partOf(count: number): Result['part'] {
  if (count === 0) return 'none'
  return count > EPISODES / 10 ? 'many' : 'few'
}

interface Query {
  search: string
  genre?: string
  trending?: boolean
}

/** By the specification: each word in the title, a tag or the name; by group, as typed first, then title, then id. */
async function scanAllEpisodes({ search, genre, trending = false }: Query): Promise<string[]> {
  const words = search.split(/\s+/u).filter((word) => word !== '')
  const { rows } = await sql<{ id: string }>`
    with word as (
      select search_key(typed) as key, exact_key(typed) as exact from unnest(${words}::text[]) as typed
    ), each as (
      select episodes.id, search_key(title) collate "C" as title_key, search_key(${search.trim()}) as term,
        search_key(title || E'\n' || array_to_string(tags, E'\n') || E'\n' || username) as words,
        exact_key(title) as exact_title, exact_key(${search.trim()}) as exact_term,
        exact_key(title || E'\n' || array_to_string(tags, E'\n') || E'\n' || username) as exact_words
      from episodes join creators on uid = creator_id
      where is_playable and not nsfw and (${genre ?? null}::text is null or genre = ${genre ?? null}) and (trending or not ${trending})
    )
    select id from each
    where not exists (select from word where strpos(words, key) = 0)
    order by case
      when starts_with(title_key, term) then case when starts_with(exact_title, exact_term) then 1 else 2 end
      when not exists (select from word where strpos(title_key, key) = 0)
        then case when not exists (select from word where strpos(exact_title, exact) = 0) then 3 else 4 end
      else case when not exists (select from word where strpos(exact_words, exact) = 0) then 5 else 6 end end,
      title_key, id collate "C"
  `.execute(room.db)
  return rows.map(({ id }) => id)
}

async function pageThrough(query: Query): Promise<{ ids: string[]; totals: number[] }> {
  const limit = pick([7, 24, 60])
  const ids: string[] = []
  const totals = new Set<number>()
  let cursor: string | null = null
  do {
    const page = await room.catalog.explore({ ...query, limit, ...(cursor === null ? {} : { cursor }) })
    ids.push(...page.episodes.map(({ id }) => id))
    totals.add(page.total)
    cursor = page.nextCursor
  } while (cursor !== null)
  return { ids, totals: [...totals] }
}

function randomQuery(): Query {
  const words = Array.from({ length: pick([1, 1, 1, 2, 2, 3, 5]) }, () => pick([randomWord, randomFragment])())
  const narrowed = pick([{}, {}, {}, { genre: 'Drama' }, { trending: true }])
  return { search: words.join(' '), ...narrowed }
}

const vocabulary = [
  'star',
  'starry',
  'tar',
  'night',
  'the',
  'studio',
  'Aki',
  'ß',
  '銀河鉄道',
  '星の',
  '夜',
  '100%',
  'a_b',
  'Ｓｔａｒ',
  'スター',
  'すたー',
  'stár',
]

function randomWord(): string {
  return pick(vocabulary)
}

function randomFragment(): string {
  const letters = [...randomWord()]
  const from = Math.floor(random() * letters.length)
  return letters.slice(from, from + pick([1, 1, 2, 3])).join('')
}

async function fill(creators: Account[]): Promise<void> {
  const first = await room.publish(creators[0]!, { title: 'star' })
  const made = Array.from({ length: EPISODES }, (_, n) => ({
    id: `e${n}`,
    creator: pick(creators).uid,
    title: Array.from({ length: pick([1, 2, 3]) }, randomWord).join(' '),
    tags: Array.from({ length: pick([0, 1, 2]) }, () => `${randomWord()} ${randomFragment()}`),
    genre: pick(['Drama', 'Action', 'Mecha']),
    trending: random() < 0.1,
    isPlayable: random() < 0.95,
    nsfw: random() < 0.05,
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as each (
        id text, creator text, title text, tags text[], genre text, trending boolean, "isPlayable" boolean, nsfw boolean
      )
    ), media as (
      insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at)
      select 'v' || given.id, given.creator, name, size_bytes, state, sha256(given.id::bytea), upload_expires_at
      from given, videos where videos.uid = ${first.videoId} returning uid
    )
    insert into episodes (
      id, creator_id, video_id, title, tags, genre, trending, is_playable, nsfw, published_at, updated_at
    )
    select given.id, creator, media.uid, given.title, given.tags, given.genre, given.trending, "isPlayable", given.nsfw,
      published_at, updated_at
    from given join media on media.uid = 'v' || given.id, episodes where episodes.id = ${first.id}
  `.execute(room.db)
}

function pick<Choice>(choices: readonly Choice[]): Choice {
  return choices[Math.floor(random() * choices.length)]!
}

/** Mulberry32: the same numbers for the same seed, each from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
