import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { openDatabase } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createTestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { setUpTrendingRoom, UNPLAYED } from '#tests/support/worlds/trending-room.server.ts'
import { createEngagement, type Engagement } from './engagement.server.ts'

const secret = 'a secret for tests, long enough to be one'
const _firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let room: TestCatalog
let engagement: Engagement
let creator: Account
const { play, publishMany, trending } = setUpTrendingRoom((opened) => {
  room = opened.room
  engagement = opened.engagement
  creator = opened.creator
})

/** Whether a transaction waits for another's lock. */
async function isBlocked(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(room.db)
  return rows.length > 0
}

const rowVersions = async () =>
  (await sql`select id, xmin::text from episodes where not trending order by id`.execute(room.db)).rows

describe('a run', () => {
  test('changes and emits only what differs', async () => {
    const publishSpy = vi.spyOn(room.events, 'publish')
    onTestFinished(() => publishSpy.mockRestore())
    const publishedEvents = () =>
      publishSpy.mock.calls.map(([, channel, payload]) => ({ channel: channel.name, ...payload }))
    await publishMany(UNPLAYED)
    const [hot, gone] = (await publishMany(2)) as [Episode, Episode]
    await play(hot, 10)
    await sql`update episodes set trending = true where id = ${gone.id}`.execute(room.db)
    const before = (await rowVersions()).filter((row) => (row as { id: string }).id !== hot.id)
    publishSpy.mockClear()
    expect(await engagement.trending.refresh()).toBe(2)
    const ids = [hot.id, gone.id].sort()
    const expected = ids.map((id) => ({ channel: 'episode_changed', id, creatorId: creator.uid }))
    expect(publishedEvents()).toEqual(expected)
    expect(await rowVersions()).toEqual(expect.arrayContaining(before))
    const { rows: all } = await sql`select id, xmin::text from episodes order by id`.execute(room.db)
    expect(await engagement.trending.refresh()).toBe(0)
    expect((await sql`select id, xmin::text from episodes order by id`.execute(room.db)).rows).toEqual(all)
    expect(publishedEvents()).toEqual(expected)
  })

  test('does nothing while another node runs it', async () => {
    const second = openDatabase(room.connectionString, () => {})
    try {
      const [episode] = (await publishMany(1)) as [Episode]
      await play(episode, 10)
      const otherNode = createEngagement({ ...room, db: second.db, secret })
      await transact(room.db, async (trx) => {
        // The row lock keeps the first run from ending.
        await sql`select from episodes where id = ${episode.id} for update`.execute(trx)
        const first = engagement.trending.refresh()
        await expect.poll(isBlocked).toBe(true)
        expect(await otherNode.trending.refresh()).toBeNull()
        await sql`update episodes set title = 'Held' where id = ${episode.id}`.execute(trx)
        return () => first
      }).then((first) => first())
      expect(await otherNode.trending.refresh()).toBe(0)
      expect(await trending()).toEqual(new Set([episode.id]))
    } finally {
      await second.close()
    }
  })

  test('never deadlocks with edits, removals, plays and other runs', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => room.addCreator()))
    const all = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const person = people[n % people.length]!
        return { person, episode: await room.publish(person) }
      }),
    )
    const results = await Promise.allSettled(
      all.flatMap(({ person, episode }, n) => [
        play(episode, 10 + n),
        room.catalog.edit(person, episode.id, { title: `Title ${n}`, nsfw: n % 5 === 0 }),
        engagement.trending.refresh(),
        n % 6 === 0 ? room.catalog.remove(person, episode.id) : engagement.likes.add(person, episode.id),
        sql`update episodes set trending = true where id = ${episode.id}`.execute(room.db),
        engagement.trending.refresh(),
      ]),
    )
    const failed = results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    // An edit or a play may come after the removal.
    expect(failed.filter((code) => code !== 'catalog.episode_not_found' && code !== '23503')).toEqual([])
    await engagement.trending.refresh()
    expect((await trending()).size).toBeLessThanOrEqual(3)
    expect((await room.catalog.explore({ trending: true })).total).toBe((await trending()).size)
  })
})

test('a working node has a run scheduled every five minutes', async () => {
  const site = await createTestHoshi({ worksJobs: true })
  try {
    const rows = await queryDatabase(site.connectionString, 'select name, cron from pgboss.schedule order by name')
    expect(rows).toContainEqual({ name: 'engagement.trending', cron: '*/5 * * * *' })
  } finally {
    await site.close()
  }
})
