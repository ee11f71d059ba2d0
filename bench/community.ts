import { sql } from 'kysely'
import { loadFollowing } from '#app/community/load-following.server.ts'
import { digestMail } from '#app/messages/mails.ts'
import { createCommunity } from '#community/community.server.ts'
import { createEngagement } from '#engagement/engagement.server.ts'
import { createLibrary } from '#library/library.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { openBenchCatalog } from './bench-catalog.ts'
import { type Figure, median, percentile } from './figures.ts'
import { seedEpisodes } from './seed-episodes.ts'

const RUNS = 60
const EPISODES = 20_000
const FEW_COMMENTS = 1_000
const MANY_COMMENTS = 1_000_000
const FOLLOWED = 2_000
const FOLLOWERS = 100_000
/** Notifications of new episodes that the follower of many has not read. */
const UNREAD = 500
const FOLLOWING_GOAL_MS = 10
const PUBLISH_GOAL_MS = 50
const secret = 'a secret of the bench, long enough to be one'

/** Pages of comments, of Following, and telling all followers of an episode, on a PostgreSQL of their own. */
export async function measureCommunity(report: (line: string) => void): Promise<Figure[]> {
  const room = await openBenchCatalog()
  report(`storing ${EPISODES} episodes and ${FOLLOWERS} people`)
  await seedEpisodes(room.db, 1, EPISODES)
  await sql`
    insert into users (id, email) select 'p' || n, 'p' || n || '@example.com' from generate_series(1, ${FOLLOWERS}::int) as n
  `.execute(room.db)
  return [...(await measureComments(room, report)), ...(await measureFollowing(room, report))]
}

async function measureComments(room: TestCatalog, report: (line: string) => void): Promise<Figure[]> {
  const engagement = createEngagement({ ...room, secret })
  const figures: Figure[] = []
  const episodes = [
    ['e1', FEW_COMMENTS],
    ['e2', MANY_COMMENTS],
  ] as const
  for (const [id, count] of episodes) {
    report(`storing ${count} comments`)
    await sql`insert into episode_stats (episode_id) values (${id}) on conflict do nothing`.execute(room.db)
    for (let from = 1; from <= count; from += 50_000) {
      await sql`
        insert into comments (id, episode_id, author_uid, text, created_at, parent_shown)
        select ${id}::text || 'c' || n, ${id}, 'p' || 1 + n % ${FOLLOWERS}::int, 'The rain at ' || n, now() - n * interval '1 second', true
        from generate_series(${from}::int, ${Math.min(count, from + 49_999)}::int) as n
      `.execute(room.db)
    }
  }
  await sql`vacuum analyze`.execute(room.db)
  for (const sort of ['top', 'newest'] as const) {
    const times: number[][] = [[], []]
    // Alternately, so that both meet the same machine.
    for (let run = 0; run < RUNS; run += 1) {
      for (const [place, [id]] of episodes.entries()) {
        times[place]!.push(await millisecondsOf(() => engagement.comments.on(id, null, { sort })))
      }
    }
    const [few, many] = times.map((each) => median(each)) as [number, number]
    const name = `comments, ${sort}: p50 at 1000000, beside 1000`
    figures.push({ name, value: many, unit: 'ms', baseline: { value: few }, goal: Math.round(2 * few) })
  }
  return figures
}

async function measureFollowing(room: TestCatalog, report: (line: string) => void): Promise<Figure[]> {
  const engagement = createEngagement({ ...room, secret })
  const unused = async () => {}
  const community = createCommunity({
    ...room,
    engagement,
    secret,
    publicUrl: 'http://localhost',
    mailer: { send: unused },
    log: { error() {} },
    identity: { ...room.identity, addressOf: async () => null, find: async () => null },
    digestMail,
  })
  await sql`
    insert into follows (follower_uid, creator_uid, followed_at)
    select 'p1', 'c' || n * 10, now() from generate_series(1, ${FOLLOWED}::int) as n
  `.execute(room.db)
  await sql`
    insert into announced_episodes (episode_id, creator_uid, audience, announced_at)
    select id, creator_id, 'everyone', now() from episodes where audience = 'everyone' and creator_id in (
      select creator_uid from follows where follower_uid = 'p1') order by id limit ${UNREAD}::int
  `.execute(room.db)
  await sql`
    insert into notifications (id, recipient_uid, kind, created_at, episode_id)
    select 'n' || episode_id, 'p1', 'episode', now(), episode_id from announced_episodes
  `.execute(room.db)
  await sql`vacuum analyze`.execute(room.db)
  const library = createLibrary({ ...room, engagement })
  const person = { uid: 'p1', email: 'p1@example.com', role: 'viewer' as const }
  const account = { ...person, isCreator: false, createdAt: new Date(), suspension: null }
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    times.push(await millisecondsOf(() => loadFollowing({ community, engagement, library }, account, {})))
  }
  report(`notifying ${FOLLOWERS} followers`)
  await sql`
    insert into follows (follower_uid, creator_uid, followed_at)
    select 'p' || n, 'c1', now() from generate_series(1, ${FOLLOWERS}::int) as n
  `.execute(room.db)
  await sql`vacuum analyze`.execute(room.db)
  const episode = { id: 'e20000', creatorId: 'c1', audience: 'everyone' as const }
  const publishMs = await millisecondsOf(() =>
    room.db.transaction().execute((trx) => community.episodeAudienceChanged(trx, episode)),
  )
  const startedAt = performance.now()
  for (let jobs = 0; (await countNotified(room, episode.id)) < FOLLOWERS; jobs += 1) {
    if (jobs === FOLLOWERS) throw new Error('Not all followers are notified.')
    await room.work()
  }
  const notifyMs = performance.now() - startedAt
  return [
    { name: 'Following page of 2000 creators: p50', value: median(times), unit: 'ms', goal: FOLLOWING_GOAL_MS },
    { name: '  its p95', value: percentile(times, 95), unit: 'ms' },
    { name: '100000 followers: their part of publishing', value: publishMs, unit: 'ms', goal: PUBLISH_GOAL_MS },
    { name: '  until all are notified', value: notifyMs / 1000, unit: 's' },
  ]
}

async function countNotified(room: TestCatalog, episodeId: string): Promise<number> {
  const { rows } = await sql<{ notified: number }>`
    select count(*) as notified from notifications where episode_id = ${episodeId}
  `.execute(room.db)
  return rows[0]!.notified
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
