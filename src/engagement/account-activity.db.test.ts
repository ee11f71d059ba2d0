import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { findWrongChannelTotals } from '#tests/support/data/wrong-channel-totals.ts'
import { createShuffle } from '#tests/support/run/shuffle.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const LEAVING_CREATORS = 4
const EPISODES_EACH = 8
const ROUNDS = 2
const password = 'correct horse battery'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let site: TestHoshi

beforeAll(async () => {
  site = await createTestHoshi()
})

afterAll(() => site?.close())

const query = <Row extends object>(statement: string, ...values: unknown[]) =>
  queryDatabase<Row>(site.connectionString, statement, values)

function signUp(): Promise<Account> {
  const input = {
    email: `${newId()}@example.com`,
    password,
    role: 'creator',
    agreedToTerms: true,
    username: '',
  } as const
  return site.hoshi.rooms.creators.signUp(input, { ip: '192.0.2.1' })
}

/** Playable episodes, alternating between their creators. */
async function publishAll(creators: Account[]): Promise<string[]> {
  const ids = Array.from({ length: EPISODES_EACH * creators.length }, () => newId())
  const owners = ids.map((_, n) => creators[n % creators.length]!.uid)
  await query(
    `with made as (
      insert into videos (uid, creator_id, name, size_bytes, state, is_published, upload_key_hash, upload_expires_at)
      select id, owner, 'clip.mp4', 1, 'ready', true, sha256(id::bytea), now()
      from unnest($1::text[], $2::text[]) as given (id, owner) returning uid, creator_id
    )
    insert into episodes (id, creator_id, video_id, title, genre, is_playable, published_at, updated_at)
    select uid, creator_id, uid, 'A star', 'Drama', true, now(), now() from made`,
    ids,
    owners,
  )
  return ids
}

const shuffled = createShuffle()

async function deadlocks(): Promise<number> {
  const [row] = await query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(row!.deadlocks)
}

test.each([
  ['removing', true],
  ['deactivating and restoring', false],
])(
  '%s accounts while everybody plays, likes and comments never deadlocks, and the counts stay exact',
  async (_, now) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [staying, ...leaving] = await Promise.all(Array.from({ length: LEAVING_CREATORS + 2 }, signUp))
      const ids = await publishAll([staying!, ...leaving])
      const { engagement, identity } = site.hoshi.rooms
      const toggleLike = (person: Account, id: string) => [
        () => engagement.likes.add(person, id),
        () => engagement.likes.remove(person, id),
        () => engagement.likes.add(person, id),
      ]
      const play = (id: string) => () =>
        engagement.plays.record(
          { episodeId: id, kind: 'watch', visitId: newId() },
          { cookie: null, ip: newId(), userAgent: firefox, isPrefetch: false },
          null,
        )
      const comment = (person: Account, id: string) => () => engagement.comments.write(person, id, newId())
      await Promise.all(
        leaving.flatMap((person) => [
          ...shuffled(ids)
            .slice(0, 40)
            .map((id) => engagement.likes.add(person, id)),
          ...shuffled(ids)
            .slice(0, 2)
            .map((id) => engagement.comments.write(person, id, newId())),
        ]),
      )
      const during = [
        ...Array.from({ length: 4 }, () => shuffled(ids).map(play)).flat(),
        ...[staying!, ...leaving].flatMap((person) =>
          shuffled(ids)
            .slice(0, 12)
            .flatMap((id) => toggleLike(person, id)),
        ),
        ...leaving.flatMap((person) =>
          shuffled(ids)
            .slice(0, 1)
            .map((id) => comment(person, id)),
        ),
      ]
      const results = await Promise.allSettled([
        ...shuffled(during).map((act) => act()),
        ...leaving.map((person) => identity.deleteAccount(person, { password, now }, { ip: '192.0.2.1' })),
      ])
      const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
      // The last one is that of a comment whose author left before it was read back.
      const expected = ['catalog.episode_not_found', 'identity.sign_in_required', 'engagement.comment_not_found']
      expect(refused.filter(({ code }) => !expected.includes(code))).toEqual([])
      const uids = leaving.map(({ uid }) => uid)
      const remaining = await query('select id from users where id = any($1) and erase_at is null', uids)
      expect(remaining).toEqual([])
      expect(await wrongCounts()).toEqual([])
      const all = await query<{ id: string }>('select id from users where id = any($1)', uids)
      const back = leaving.filter(({ uid }) => all.some(({ id }) => id === uid))
      const likes = ids.flatMap((id) => toggleLike(staying!, id))
      const [restored] = await Promise.all([
        Promise.all(back.map(({ email }) => identity.signIn({ email, password }, { ip: '192.0.2.1' }))),
        Promise.allSettled(likes.map((act) => act())),
      ])
      expect(restored.map(({ isRestored }) => isRestored)).toEqual(Array(now ? 0 : leaving.length).fill(true))
    }
    expect(await wrongCounts()).toEqual([])
    expect(await findWrongChannelTotals(site.connectionString)).toEqual([])
    expect(await deadlocks()).toBe(0)
  },
)

/** Episodes whose counts are not those of their rows. */
function wrongCounts(): Promise<object[]> {
  return query(`
    select episode_id from episode_stats as held where
      views <> (select count(*) from plays where episode_id = held.episode_id)
      or likes <> (select count(*) from likes where episode_id = held.episode_id)
      or comments <> (select count(*) from comments where episode_id = held.episode_id and is_public)
      or (views, likes, comments) <> (
        select coalesce(sum(views), 0), coalesce(sum(likes), 0), coalesce(sum(comments), 0)
        from daily_totals where episode_id = held.episode_id
      )
  `)
}
