import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { moderateEpisode } from '#tests/support/data/moderate-episode.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import type { Audience, Restriction } from './audience.ts'
import type { NewEpisode } from './episode.ts'

let room: TestCatalog
let creator: Account
let stranger: Account

beforeAll(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator({ username: 'Mio' })
  stranger = await room.addViewer()
})
afterAll(() => room.close())

const gone = expect.objectContaining({ code: 'catalog.episode_not_found' })
const restrict = (id: string, restriction: Restriction | null) => moderateEpisode(room, id, { restriction })

async function mediaFor(videoId: string): Promise<string | null> {
  const { rows } = await sql<{ to: string | null }>`
    select restricted_to as to from videos where uid = ${videoId}
  `.execute(room.db)
  return rows[0]!.to
}

const cases: [fields: Partial<NewEpisode>, limited: Audience, before: Audience][] = [
  [{ visibility: 'public' }, 'link', 'everyone'],
  [{ visibility: 'public', nsfw: true }, 'link', 'profile'],
  [{ visibility: 'unlisted' }, 'link', 'link'],
  [{ visibility: 'private' }, 'owner', 'owner'],
]

test.each(cases)(
  '%o is %s when limited, its creator’s when taken down, and %s again after',
  async (fields, limited, before) => {
    const { id, videoId } = await room.publish(creator, fields)
    const seen: [Audience, string | null][] = []
    for (const restriction of ['limited', 'taken_down', null] as const) {
      await restrict(id, restriction)
      seen.push([(await room.catalog.moderation.find(id))!.audience, await mediaFor(videoId)])
    }
    const media = (audience: Audience) => (audience === 'owner' || audience === 'link' ? audience : null)
    expect(seen).toEqual([
      [limited, media(limited)],
      ['owner', 'owner'],
      [before, media(before)],
    ])
  },
)

describe('an episode that was taken down', () => {
  test('is absent for all but its creator and moderators, whatever its creator then chooses', async () => {
    const { id } = await room.publish(creator, { visibility: 'private' })
    await restrict(id, 'taken_down')
    await room.catalog.edit(creator, id, { visibility: 'public' })
    await expect(room.catalog.find(id, stranger)).rejects.toEqual(gone)
    await expect(room.catalog.find(id, null)).rejects.toEqual(gone)
    for (const viewer of [creator, { ...stranger, role: 'moderator' as const }])
      expect(await room.catalog.find(id, viewer)).toMatchObject({ audience: 'owner', restriction: 'taken_down' })
    expect((await room.catalog.explore({})).episodes.map((each) => each.id)).not.toContain(id)
  })

  test('is no longer trending', async () => {
    const { id } = await room.publish(creator)
    await room.db.transaction().execute((trx) => room.catalog.setTrending(trx, [id]))
    await restrict(id, 'limited')
    expect((await room.catalog.find(id, creator)).trending).toBe(false)
  })
})

test('a mark with a reason cannot be cleared by the creator, but by another decision', async () => {
  const { id } = await room.publish(creator)
  await moderateEpisode(room, id, { nsfw: true, nsfwReason: 'Blood' })
  expect(await room.catalog.find(id, null)).toMatchObject({ nsfw: true, nsfwReason: 'Blood', audience: 'profile' })
  await expect(room.catalog.edit(creator, id, { nsfw: false })).rejects.toMatchObject({
    code: 'catalog.marked_by_moderator',
  })
  await moderateEpisode(room, id, { nsfw: false, nsfwReason: '' })
  expect(await room.catalog.find(id, null)).toMatchObject({ nsfw: false, nsfwReason: '', audience: 'everyone' })
})

test('moderators list episodes in both orders, page by page', async () => {
  const own = await room.addCreator()
  for (const [day, title] of ['First', 'Second', 'Third'].entries()) {
    room.clock.set(`2026-05-0${day + 2}T12:00:00.000Z`)
    await room.publish(own, { title })
  }
  const titlesOf = async (isOldestFirst: boolean) => {
    const titles: string[] = []
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const query = { search: own.uid, isOldestFirst, limit: 2, ...(cursor && { cursor }) }
      const page = await room.catalog.moderation.page(query)
      titles.push(...page.episodes.map(({ title }) => title))
      cursor = page.nextCursor
    }
    return titles
  }
  expect(await titlesOf(true)).toEqual(['First', 'Second', 'Third'])
  expect(await titlesOf(false)).toEqual(['Third', 'Second', 'First'])
})

test('a change is undone with its transaction', async () => {
  const { id } = await room.publish(creator)
  const failing = transact(room.db, async (trx) => {
    await room.catalog.moderation.lock(trx, id)
    await room.catalog.moderation.change(trx, id, { restriction: 'taken_down' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await room.catalog.moderation.find(id)).toMatchObject({ restriction: null })
})

test('an episode that is gone is neither locked nor changed', async () => {
  const { id } = await room.publish(creator)
  await room.catalog.remove(creator, id)
  for (const each of [id, 'no id']) {
    const locked = await transact(room.db, (trx) => room.catalog.moderation.lock(trx, each))
    expect(locked).toBeNull()
    await moderateEpisode(room, each, { restriction: 'taken_down' })
    expect(await room.catalog.moderation.find(each)).toBeNull()
  }
})
