import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { openDatabase } from '#platform/database.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import { removeAccount } from '#tests/support/data/remove-account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { createDice, type Dice } from '#tests/support/run/dice.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createEngagement, type Engagement } from '../engagement.server.ts'

const CLIENTS = 10
const STEPS = 60

let room: TestCatalog
let second: ReturnType<typeof openDatabase>
let nodes: Engagement[]

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  second = openDatabase(room.connectionString, () => {}, 10)
  const secret = 'a secret for tests, long enough to be one'
  nodes = [room.db, second.db].map((db) => createEngagement({ ...room, db, secret }))
})

afterEach(async () => {
  await second.close()
  await room.close()
})

/** Rows in which a stored number differs from what it counts. */
async function differences(): Promise<object[]> {
  const { rows } = await sql<object>`
    select 'episode' as what, episode_id as id from episode_stats where
      comments <> (select count(*) from comments c where c.episode_id = episode_stats.episode_id and is_public)
      or likes <> (select count(*) from likes l where l.episode_id = episode_stats.episode_id)
    union all
    select 'day', episode_id from (
      select episode_id, day, likes, comments from daily_totals where likes > 0 or comments > 0
    ) as stored full join (
      select episode_id, day, sum(likes)::bigint as likes, sum(comments)::bigint as comments from (
        select episode_id, day, 1 as likes, 0 as comments from likes
        union all select episode_id, day, 0, 1 from comments where is_public
      ) as made group by episode_id, day
    ) as counted using (episode_id, day, likes, comments)
    where (stored.*) is null or (counted.*) is null
    union all
    select 'comment', id from comments as c where
      likes <> (select count(*) from comment_likes where comment_id = c.id)
      or replies <> (select count(*) from comments r where r.parent_id = c.id and r.is_shown)
      or parent_shown <> coalesce((select p.is_shown from comments p where p.id = c.parent_id), true)
      or exists (select from comments p where p.id = c.parent_id and (p.parent_id is not null or p.episode_id <> c.episode_id))
  `.execute(room.db)
  return rows
}

/** Everything that everybody can reach by paging. */
async function listed(episodeId: string, sort: 'newest' | 'top'): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await nodes[0]!.comments.on(episodeId, null, { sort, cursor, limit: 7 })
    for (const { id } of page.comments) {
      ids.push(id)
      for (let after: string | undefined; ; ) {
        const replies = await nodes[0]!.comments.repliesTo(id, null, { cursor: after, limit: 2 })
        ids.push(...replies.comments.map((reply) => reply.id))
        if (replies.nextCursor === null) break
        after = replies.nextCursor
      }
    }
    if (page.nextCursor === null) return ids
    cursor = page.nextCursor
  }
}

test.each([1, 2, 3])('counts equal rows and lists after random interleavings (%i)', async (seed) => {
  const creators = await Promise.all([1, 2, 3].map(() => room.addCreator()))
  const episodes = await Promise.all(creators.flatMap((creator) => [room.publish(creator), room.publish(creator)]))
  const people = [...creators, ...(await Promise.all(Array.from({ length: CLIENTS - 3 }, () => room.addViewer())))]
  const written: { id: string; episodeId: string }[] = []
  /** Likes of each person, by the last response. */
  const liked = new Map(people.map(({ uid }) => [uid, new Set<string>()]))
  const leaving = new Set([people[2]!.uid, people.at(-1)!.uid])

  async function step(person: Account, dice: Dice, n: number): Promise<void> {
    const node = nodes[dice(2)]!
    const creator = creators[dice(3)]!
    const { id: episodeId } = episodes[dice(episodes.length)]!
    const target = written[dice(written.length)] ?? { id: 'none', episodeId }
    const commentId = target.id
    const text = dice(6) === 0 ? `http://a http://b http://c ${n}` : `${person.uid} ${n}`
    const actions = [
      async () => void written.push({ ...(await node.comments.write(person, episodeId, text)), episodeId }),
      async () =>
        void written.push({
          ...target,
          ...(await node.comments.write(person, target.episodeId, text, { parentId: commentId })),
        }),
      async () => void (await node.comments.edit(person, commentId, text)),
      () => node.comments.remove(dice(2) ? person : creator, commentId),
      async () => void (await node.comments.like(person, commentId, dice(3) > 0)),
      async () => void (await node.comments.hide(creator, commentId, dice(2) === 0)),
      async () => void (await node.comments.pin(creator, commentId, dice(2) === 0)),
      async () => {
        const wanted = dice(2) === 0
        await (wanted ? node.likes.add(person, episodeId) : node.likes.remove(person, episodeId))
        if (wanted) liked.get(person.uid)!.add(episodeId)
        else liked.get(person.uid)!.delete(episodeId)
      },
    ]
    const isLast = n === STEPS - 1
    const run =
      isLast && leaving.has(person.uid) ? () => removeAccount(room, node, person.uid) : actions[dice(actions.length)]!
    await run().catch((thrown: unknown) => {
      if (!isRefusal(thrown)) throw thrown
    })
    // The limits would end the test's writing early.
    if (n % 3 === 0) await sql`delete from rate_limits where key like ${`%${person.uid}`}`.execute(room.db)
    if (isLast && person === creators[0]) await room.catalog.remove(person, episodes[0]!.id)
  }

  await Promise.all(
    people.map(async (person, at) => {
      const dice = createDice(seed * 1000 + at)
      for (let n = 0; n < STEPS; n += 1) await step(person, dice, n)
    }),
  )

  expect(written.length).toBeGreaterThan(CLIENTS)
  expect(await differences()).toEqual([])
  const { rows: left } = await sql<{ id: string }>`
    select id from episodes where creator_id = ${people[2]!.uid} or id = ${episodes[0]!.id}
  `.execute(room.db)
  expect(left).toEqual([])
  const remaining = episodes.slice(1, 4)
  const counts = await nodes[1]!.counts.of(remaining.map(({ id }) => id))
  const lists = await Promise.all(
    remaining.map(async ({ id }) => ({ newest: await listed(id, 'newest'), top: await listed(id, 'top') })),
  )
  expect(lists.map(({ newest }) => new Set(newest).size)).toEqual(remaining.map(({ id }) => counts.get(id)!.comments))
  expect(lists.map(({ newest }) => [...newest].sort())).toEqual(lists.map(({ top }) => [...top].sort()))
  const { rows: likes } = await sql<{ uid: string; id: string }>`
    select uid, episode_id as id from likes
  `.execute(room.db)
  const existing = new Set(remaining.map(({ id }) => id))
  const expected = people
    .filter(({ uid }) => !leaving.has(uid))
    .flatMap(({ uid }) => [...liked.get(uid)!].filter((id) => existing.has(id)).map((id) => `${uid} ${id}`))
  expect(likes.map(({ uid, id }) => `${uid} ${id}`).sort()).toEqual(expected.sort())
  const { rows: orphans } = await sql`
    select key from rate_limits where key = any(${[...leaving].flatMap((uid) => [`comments:${uid}`, `comments-day:${uid}`])}::text[])
  `.execute(room.db)
  expect(orphans).toEqual([])
})
