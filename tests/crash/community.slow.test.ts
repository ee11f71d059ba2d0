import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createDice, type Dice } from '#tests/support/run/dice.ts'
import { destroyInstance, type HoshiProcess, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { createEmptyDatabase } from './external-database.ts'
import { type Instance, query } from './instance-state.ts'

const CREATORS = 3
const PEOPLE = 8
const STEPS = 80

const root = mkdtempSync(join(tmpdir(), 'hoshi-community-'))
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
let instance: Instance
let nodes: HoshiProcess[]
/** Requests that failed by a fault of the server. */
const faults: string[] = []

beforeAll(async () => {
  const dataDir = join(root, 'data')
  mkdirSync(dataDir)
  database = await createEmptyDatabase(inject('postgresUrl'))
  instance = { dataDir, connectionString: () => database.url }
  const shared = { DATA_DIR: dataDir, DATABASE_URL: database.url, SECRET: 'a secret that only crash tests know of' }
  nodes = [
    await startHoshi({ ...shared, PORT: await freePort(), ROLE: 'web' }),
    await startHoshi({ ...shared, PORT: await freePort(), ROLE: 'web' }),
  ]
})

afterAll(async () => {
  await destroyInstance(root)
  await database?.drop()
})

/** State of each thing for a person, by the last answers. */
interface Expected {
  likes: Set<string>
  commentLikes: Set<string>
  follows: Set<string>
  watchLater: Set<string>
  seen: Set<string>
}

interface World {
  people: Person[]
  creators: Person[]
  episodes: string[]
  /** All comments ever written, with the episode of each. */
  comments: { id: string; episodeId: string }[]
  expected: Map<Person, Expected>
}

it.each([1, 2, 3])('two processes agree, and counts equal rows, after random interleavings (%i)', async (seed) => {
  const world = await createWorld(seed)
  const { people, creators, episodes } = world
  // The last creator and the last viewer leave, and the first episode goes, while others go on.
  const removals = new Map([
    [creators[0], `/api/v1/episodes/${episodes[0]}`],
    [creators[CREATORS - 1], '/api/v1/me'],
    [people[PEOPLE - 1], '/api/v1/me'],
  ])
  const isDone = await Promise.all(
    people.map(async (person, at) => {
      const dice = createDice(seed * 1000 + at)
      for (let n = 0; n < STEPS; n += 1) await act(world, person, dice, n)
      const path = removals.get(person)
      const body = { password: person.password, now: true }
      return path === undefined || (await send(person, dice, 'DELETE', path, body)).ok
    }),
  )
  expect(isDone).toEqual(people.map(() => true))
  expect(faults).toEqual([])

  const gone = [creators[CREATORS - 1]!, people[PEOPLE - 1]!]
  expect(await rowsNaming(gone.map(({ account }) => account.uid))).toEqual([])
  // The windows of the limits of plays name no person, and end within the hour.
  const ofEpisode = await rowsNaming([episodes[0]!])
  expect(ofEpisode.filter((row) => !row.startsWith('rate_limits: (plays:'))).toEqual([])
  expect(await differences()).toEqual([])

  const stayed = people.filter((person) => !gone.includes(person))
  const remaining = episodes.slice(1, 2 * (CREATORS - 1))
  const left = creators.slice(0, CREATORS - 1).map(({ account }) => account.uid)
  const expectedPairs = (of: keyof Expected, existing: string[]) => pairs(world, stayed, of, existing)
  const existing = await query<{ id: string }>(instance, 'select id from comments')
  const comments = existing.map(({ id }) => id)
  expect(await stored(stayed, 'likes', 'episode_id')).toEqual(expectedPairs('likes', remaining))
  expect(await stored(stayed, 'watch_later', 'episode_id')).toEqual(expectedPairs('watchLater', remaining))
  expect(await stored(stayed, 'follows', 'creator_uid', 'follower_uid')).toEqual(expectedPairs('follows', left))
  expect(await stored(stayed, 'comment_likes', 'comment_id')).toEqual(expectedPairs('commentLikes', comments))
  const counts = await Promise.all(nodes.map(({ url }) => Promise.all(remaining.map((id) => countsOf(url, id)))))
  expect(counts[0]).toEqual(counts[1])
  // A viewer who has left was counted, and stays counted.
  const seenBy = (id: string) => people.filter((person) => world.expected.get(person)!.seen.has(id)).length
  expect(counts[0]!.map(({ views }) => views)).toEqual(remaining.map(seenBy))
})

async function createWorld(seed: number): Promise<World> {
  const people: Person[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    await resetLimits()
    const [role, name] =
      n < CREATORS ? (['creator', `Creator ${seed} ${n}`] as const) : (['viewer', undefined] as const)
    people.push(await createPerson(nodes[n % 2]!.url, role, name))
  }
  const creators = people.slice(0, CREATORS)
  const episodes: string[] = []
  for (const creator of creators)
    for (const title of ['First', 'Second']) episodes.push(await seedEpisode(database.url, creator, { title }))
  const nothing = () => new Set<string>()
  const expected = () => ({
    likes: nothing(),
    commentLikes: nothing(),
    follows: nothing(),
    watchLater: nothing(),
    seen: nothing(),
  })
  return { people, creators, episodes, comments: [], expected: new Map(people.map((person) => [person, expected()])) }
}

/** One random action of this person on a random process. */
async function act(world: World, person: Person, dice: Dice, n: number): Promise<void> {
  const expected = world.expected.get(person)!
  const episode = world.episodes[dice(world.episodes.length)]!
  const creator = world.creators[dice(CREATORS)]!
  const target = world.comments[dice(world.comments.length)] ?? { id: 'none', episodeId: episode }
  const text = `${n} by ${person.email}`
  const call = (method: string, path: string, body?: unknown) => send(person, dice, method, `/api/v1/${path}`, body)
  const comment = async (episodeId: string, parentId?: string) => {
    const answer = await call('POST', `episodes/${episodeId}/comments`, { text, ...(parentId && { parentId }) })
    if (answer.status === 201) world.comments.push({ id: ((await answer.json()) as { id: string }).id, episodeId })
  }
  const toggle = async (path: string, of: keyof Expected, id: string) => {
    const isWanted = dice(3) > 0
    const { ok } = await call(isWanted ? 'PUT' : 'DELETE', path)
    if (!ok) return
    if (isWanted) expected[of].add(id)
    else expected[of].delete(id)
  }
  const either = (path: string) => call(dice(2) === 0 ? 'PUT' : 'DELETE', path)
  const actions = [
    () => comment(episode),
    () => comment(target.episodeId, target.id),
    () => call('PATCH', `comments/${target.id}`, { text }),
    () => call('DELETE', `comments/${target.id}`),
    () => either(`comments/${target.id}/hide`),
    () => either(`comments/${target.id}/pin`),
    () => toggle(`comments/${target.id}/like`, 'commentLikes', target.id),
    () => toggle(`episodes/${episode}/like`, 'likes', episode),
    () => toggle(`creators/${creator.account.uid}/follow`, 'follows', creator.account.uid),
    () => toggle(`me/watch-later/${episode}`, 'watchLater', episode),
    () => call('PUT', `episodes/${episode}/progress`, { positionSeconds: 0 }),
    async () => {
      const visitId = crypto.randomUUID()
      const answer = await call('POST', `episodes/${episode}/views`, { kind: 'watch', visitId })
      if (answer.ok) expected.seen.add(episode)
      await call('POST', `episodes/${episode}/watching`, { visitId, reached: 50, watchedSeconds: 1 })
    },
  ]
  await actions[dice(actions.length)]!()
}

/** A request to either process. */
async function send(person: Person, dice: Dice, method: string, path: string, body?: unknown): Promise<Response> {
  const { url } = nodes[dice(nodes.length)]!
  const answer = await person.call(method, new URL(path, url).href, body, { Origin: new URL(url).origin })
  if (answer.status >= 500) faults.push(`${method} ${path}: ${answer.status}`)
  if (answer.status === 429) await resetLimits()
  return answer
}

/**
 * Otherwise the limits per person and network would end all writing early. The lock waits for transactions
 * that have written here: rows deleted in another order than theirs would deadlock.
 */
async function resetLimits(): Promise<void> {
  for (const table of ['rate_limits', 'auth_rate_limits'])
    await query(instance, `begin; lock table ${table} in share row exclusive mode; delete from ${table}; commit`)
}

async function countsOf(url: string, id: string): Promise<{ views: number; likes: number; comments: number }> {
  const answer = await fetch(new URL(`/api/v1/episodes/${id}`, url))
  const { views, likes, comments } = (await answer.json()) as Record<'views' | 'likes' | 'comments', number>
  return { views, likes, comments }
}

function pairs({ expected }: World, people: Person[], of: keyof Expected, existing: string[]): string[] {
  const named = (person: Person) => [...expected.get(person)![of]].map((id) => ({ id, uid: person.account.uid }))
  return people
    .flatMap(named)
    .filter(({ id }) => existing.includes(id))
    .map(({ id, uid }) => `${uid} ${id}`)
    .sort()
}

async function stored(people: Person[], table: string, thing: string, person = 'uid'): Promise<string[]> {
  const rows = await query<{ pair: string }>(
    instance,
    `select ${person} || ' ' || ${thing} as pair from ${table} where ${person} = any($1)`,
    [people.map(({ account }) => account.uid)],
  )
  return rows.map(({ pair }) => pair).sort()
}

/** Tables with a row that has one of these ids anywhere in it. */
async function rowsNaming(ids: string[]): Promise<string[]> {
  const tables = await query<{ name: string }>(
    instance,
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const condition = ids.map((_, at) => `strpos(t::text, $${at + 1}) > 0`).join(' or ')
    const rows = await query<{ row: string }>(
      instance,
      `select t::text as row from "${name}" t where ${condition}`,
      ids,
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

/** Stored numbers that differ from what they count, or are negative. */
async function differences(): Promise<object[]> {
  return query(
    instance,
    `select 'episode' as what, episode_id as id from episode_stats s where
      least(views, likes, comments) < 0
      or comments <> (select count(*) from comments c where c.episode_id = s.episode_id and is_public)
      or likes <> (select count(*) from likes l where l.episode_id = s.episode_id)
      or views <> (select count(*) from plays p where p.episode_id = s.episode_id)
      or (views, likes, comments) <> (
        select coalesce(sum(d.views), 0), coalesce(sum(d.likes), 0), coalesce(sum(d.comments), 0)
        from daily_totals d where d.episode_id = s.episode_id)
    union all
    select 'comment', id from comments as c where
      likes <> (select count(*) from comment_likes where comment_id = c.id)
      or replies <> (select count(*) from comments r where r.parent_id = c.id and r.is_shown)
    union all
    select 'followers', coalesce(counted.creator_uid, found.creator_uid) from follow_counts as counted
      full join (select creator_uid, count(*) as followers from follows group by creator_uid) as found using (creator_uid)
      where coalesce(counted.followers, 0) <> coalesce(found.followers, 0)`,
  )
}
