import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createMediaGate } from '#video/media-gate.server.ts'
import { type Audience, isListed, isOpen, profileAudiences } from './audience.ts'
import { type Catalog, createCatalog } from './catalog.server.ts'
import type { Episode, NewEpisode } from './episode.ts'
import type { Hold } from './hold.ts'

let room: TestCatalog
let creator: Account
let holdNow: Hold | null = null

beforeAll(async () => {
  room = await openTestCatalog(await createTestDatabase(), { holdFor: async () => holdNow })
  creator = await room.addCreator({ username: 'Mio' })
})
afterAll(() => room.close())

const LATER = new Date('2026-05-03T18:00:00.000Z')
const refusal = (code: string, field?: string) =>
  expect.objectContaining(field ? { code, details: { field } } : { code })

const scheduled = { visibility: 'scheduled', publishAt: LATER } as const

type Case = [fields: Partial<NewEpisode>, isPlayable: boolean, audience: Audience, hold?: Hold]

/** The audience of an episode for each combination of visibility, adult mark and playable video. */
const cases: Case[] = [
  [{ visibility: 'public', nsfw: false }, true, 'everyone'],
  [{ visibility: 'public', nsfw: true }, true, 'profile'],
  [{ visibility: 'public', nsfw: false }, false, 'owner'],
  [{ visibility: 'public', nsfw: true }, false, 'owner'],
  [{ visibility: 'unlisted', nsfw: false }, true, 'link'],
  [{ visibility: 'unlisted', nsfw: true }, true, 'link'],
  [{ visibility: 'unlisted', nsfw: false }, false, 'owner'],
  [{ visibility: 'private', nsfw: false }, true, 'owner'],
  [{ visibility: 'private', nsfw: true }, true, 'owner'],
  [{ visibility: 'private', nsfw: false }, false, 'owner'],
  [{ ...scheduled, nsfw: false }, true, 'owner'],
  [{ ...scheduled, nsfw: true }, true, 'owner'],
  [{ ...scheduled, nsfw: false }, false, 'owner'],
]
const held: Case[] = [
  [{ visibility: 'public', nsfw: false }, true, 'owner', 'check'],
  [{ visibility: 'unlisted', nsfw: true }, true, 'owner', 'person'],
]

async function idsOf(read: Promise<{ episodes: Episode[] }>): Promise<string[]> {
  return (await read).episodes.map(({ id }) => id)
}

/** The people who may read the media of an episode with this audience. */
const accessOf = (
  { id, nsfw, audience, isHeld }: Pick<Episode, 'id' | 'nsfw' | 'audience' | 'isHeld'>,
  { uid: creatorId }: Account,
) =>
  audience === 'owner'
    ? { kind: 'owner', isTrainingReserved: true, creatorId, isForModerators: isHeld }
    : {
        kind: 'public',
        isTrainingReserved: true,
        isUnlisted: audience === 'link',
        ...(nsfw ? { nsfw: { episodeId: id, creatorId } } : {}),
      }

async function accessTo({ videoId }: { videoId: string }) {
  const gate = createMediaGate(room.db, room.events, async () => true)
  const access = await gate.accessTo(videoId)
  gate.close()
  return access
}

describe.each([...cases, ...held])('an episode with %j, playing: %s', (fields, isPlayable, audience, hold) => {
  let episode: Episode
  let stranger: Account

  beforeAll(async () => {
    stranger = await room.addViewer()
    holdNow = hold ?? null
    episode = await room.publish(creator, { title: 'Harbour', ...fields }, isPlayable ? 'ready' : 'inprogress')
    holdNow = null
    await sql`update episodes set trending = true where id = ${episode.id}`.execute(room.db)
    await sql`update videos set duration_seconds = 12 where uid = ${episode.videoId}`.execute(room.db)
  })

  test(`has the audience ${audience}`, () => expect(episode.audience).toBe(audience))

  test('has media that the same people may read', async () => {
    expect(await accessTo(episode)).toEqual(accessOf(episode, creator))
  })

  test('is found by its address by its creator, and by others only if it is open', async () => {
    expect(await room.catalog.find(episode.id, creator)).toMatchObject({ id: episode.id })
    for (const viewer of [null, stranger]) {
      expect(await room.catalog.isVisibleTo(episode.id, viewer)).toBe(isOpen(audience))
      const found = await room.catalog.find(episode.id, viewer).catch((error: unknown) => error)
      expect(found).toMatchObject(isOpen(audience) ? { id: episode.id } : { code: 'catalog.episode_not_found' })
      const length = await room.catalog.durationOf(episode.id, viewer).catch(({ code }) => code)
      expect(length).toBe(isOpen(audience) ? 12 : 'catalog.episode_not_found')
    }
    expect(await room.catalog.durationOf(episode.id, creator)).toBe(12)
    expect(await room.catalog.isOpenToAll(episode.id)).toBe(isOpen(audience))
  })

  test('is in lists, counts, search, trending and the sitemap only if it is listed', async () => {
    const { catalog, db } = room
    const wanted = isListed(audience) ? [episode.id] : []
    const among = (ids: string[]) => ids.filter((id) => id === episode.id)
    for (const query of [{}, { genre: 'Drama' }, { trending: true }, { search: 'harbour' }, { search: 'mio' }])
      expect(among(await idsOf(catalog.explore({ ...query, limit: 60 })))).toEqual(wanted)
    expect(among((await catalog.sitemap.entries({ limit: 60 })).entries.map(({ id }) => id))).toEqual(wanted)
    expect([...(await catalog.listedAmong(db as never, [episode.id]))]).toEqual(wanted)
    const { total } = await catalog.explore({ limit: 60 })
    expect(total).toBe((await catalog.explore({ limit: 60 })).episodes.length)
    expect((await catalog.find(episode.id, creator)).trending).toBe(isListed(audience))
  })

  test('is on its creator’s profile, its counts and totals only if everyone sees it there', async () => {
    const { catalog } = room
    const isOnProfile = (profileAudiences as readonly Audience[]).includes(audience)
    for (const viewer of [null, stranger]) {
      const { episodes, total } = await catalog.byCreator(creator.uid, viewer, { limit: 60 })
      expect(episodes.some(({ id }) => id === episode.id)).toBe(isOnProfile)
      expect(total).toBe(episodes.length)
    }
    const own = await catalog.byCreator(creator.uid, creator, { limit: 60 })
    expect(own.episodes.some(({ id }) => id === episode.id)).toBe(true)
    const ids = await catalog.profileIdsOf(creator.uid)
    expect(ids.includes(episode.id)).toBe(isOnProfile)
    expect(own.total).toBe(ids.length)
    expect((await catalog.factsOf(creator.uid)).episodeCount).toBe(ids.length)
    expect((await catalog.idsByPlayability(creator.uid)).playable.includes(episode.id)).toBe(isPlayable)
  })
})

test('making an episode private removes it from every list at once, and public again restores it', async () => {
  const { catalog } = room
  const episode = await room.publish(creator, { title: 'Lantern' })
  for (const visibility of ['private', 'public', 'unlisted', 'public'] as const) {
    const edited = await catalog.edit(creator, episode.id, { visibility })
    expect(edited).toMatchObject({ visibility, publishAt: null, date: episode.date })
    const found = await idsOf(catalog.explore({ search: 'lantern' }))
    expect(found).toEqual(visibility === 'public' ? [episode.id] : [])
  }
})

describe('media', () => {
  const kinds: Partial<NewEpisode>[] = [
    { visibility: 'public', nsfw: false },
    { visibility: 'public', nsfw: true },
    { visibility: 'unlisted', nsfw: true },
    { visibility: 'private', nsfw: false },
    scheduled,
  ]
  let creator: Account

  beforeAll(async () => {
    creator = await room.addCreator()
    room.clock.set('2026-05-01T12:00:00.000Z')
  })

  test.each(cases)('follow an episode that becomes %j, playing: %s', async (fields, isPlayable, audience) => {
    for (const [before] of cases) {
      const episode = await room.publish(creator, before, isPlayable ? 'ready' : 'inprogress')
      const edited = await room.catalog.edit(creator, episode.id, { publishAt: null, ...fields })
      expect(edited.audience).toBe(audience)
      expect(await accessTo(episode)).toEqual(accessOf(edited, creator))
    }
  })

  test.each(kinds)('of an episode with %j have its audience once its video plays', async (fields) => {
    const { id, videoId } = await room.publish(creator, fields, 'inprogress')
    expect(await accessTo({ videoId })).toMatchObject({ kind: 'owner', creatorId: creator.uid })
    await room.makePlayable(videoId)
    const playing = await room.catalog.find(id, creator)
    expect(await accessTo({ videoId })).toEqual(accessOf(playing, creator))
  })

  test.each(kinds)('of a new file have the audience of an episode with %j', async (fields) => {
    const { catalog, work } = room
    const { id } = await room.publish(creator, fields)
    const videoId = await room.addVideo(creator)
    await catalog.replaceVideo(creator, id, videoId)
    await work()
    const replaced = await catalog.find(id, creator)
    expect(replaced.videoId).toBe(videoId)
    expect(await accessTo(replaced)).toEqual(accessOf(replaced, creator))
  })
})

test('an episode that was never public is dated when it becomes public', async () => {
  const draft = await room.publish(creator, { visibility: 'private' })
  room.clock.set('2026-05-02T09:00:00.000Z')
  const published = await room.catalog.edit(creator, draft.id, { visibility: 'public' })
  expect(published.date).toEqual(new Date('2026-05-02T09:00:00.000Z'))
  room.clock.set('2026-05-02T10:00:00.000Z')
  await room.catalog.edit(creator, draft.id, { visibility: 'unlisted' })
  expect((await room.catalog.edit(creator, draft.id, { visibility: 'public' })).date).toEqual(published.date)
})

test('a scheduled episode becomes public at its time, which is then its date, and not before', async () => {
  const { catalog, clock, work } = room
  clock.set('2026-05-02T12:00:00.000Z')
  const episode = await room.publish(creator, { title: 'Comet', visibility: 'scheduled', publishAt: LATER })
  expect(episode).toMatchObject({ visibility: 'scheduled', publishAt: LATER })
  await work()
  expect(await catalog.find(episode.id, creator)).toMatchObject({ visibility: 'scheduled' })
  clock.set('2026-05-03T18:00:02.000Z')
  await work()
  expect(await catalog.find(episode.id, null)).toMatchObject({ visibility: 'public', publishAt: null, date: LATER })
  expect(await idsOf(catalog.explore({ search: 'comet' }))).toEqual([episode.id])
})

test('rescheduling and cancelling leave earlier jobs without effect', async () => {
  const { catalog, clock, work } = room
  clock.set('2026-05-02T12:00:00.000Z')
  const moved = await room.publish(creator, { visibility: 'scheduled', publishAt: LATER })
  const cancelled = await room.publish(creator, { visibility: 'scheduled', publishAt: LATER })
  const later = new Date('2026-05-05T08:00:00.000Z')
  expect(await catalog.edit(creator, moved.id, { publishAt: later })).toMatchObject({ publishAt: later })
  expect(await catalog.edit(creator, cancelled.id, { visibility: 'private' })).toMatchObject({ publishAt: null })
  clock.set('2026-05-04T00:00:00.000Z')
  await work()
  expect(await catalog.find(moved.id, creator)).toMatchObject({ visibility: 'scheduled' })
  expect(await catalog.find(cancelled.id, creator)).toMatchObject({ visibility: 'private' })
  clock.set('2026-05-05T08:00:00.000Z')
  await work()
  expect(await catalog.find(moved.id, null)).toMatchObject({ visibility: 'public', date: later })
})

test('an episode that was public before keeps its date when it is scheduled again', async () => {
  const { catalog, clock, work } = room
  clock.set('2026-05-02T12:00:00.000Z')
  const episode = await room.publish(creator)
  await catalog.edit(creator, episode.id, { visibility: 'scheduled', publishAt: LATER })
  clock.set('2026-05-04T00:00:00.000Z')
  await work()
  expect(await catalog.find(episode.id, null)).toMatchObject({ visibility: 'public', date: episode.date })
})

test('a scheduled episode whose video does not play yet appears when it does', async () => {
  const { catalog, clock, work } = room
  clock.set('2026-05-02T12:00:00.000Z')
  const fields = { visibility: 'scheduled', publishAt: LATER } as const
  const episode = await room.publish(creator, fields, 'inprogress')
  clock.set('2026-05-04T00:00:00.000Z')
  await work()
  expect(await catalog.isOpenToAll(episode.id)).toBe(false)
  await room.makePlayable(episode.videoId)
  expect(await catalog.find(episode.id, null)).toMatchObject({ visibility: 'public', date: LATER })
})

test('a schedule needs a time in the future, and only a scheduled episode takes one', async () => {
  const { catalog, clock } = room
  clock.set('2026-05-02T12:00:00.000Z')
  const episode = await room.publish(creator)
  const edit = (changes: Parameters<typeof catalog.edit>[2]) => catalog.edit(creator, episode.id, changes)
  await expect(edit({ visibility: 'scheduled' })).rejects.toEqual(refusal('catalog.publish_at_required', 'publishAt'))
  await expect(edit({ visibility: 'scheduled', publishAt: null })).rejects.toEqual(
    refusal('catalog.publish_at_required', 'publishAt'),
  )
  for (const publishAt of [clock.now(), new Date('2026-05-02T11:59:59.999Z'), new Date(Number.NaN)])
    await expect(edit({ visibility: 'scheduled', publishAt })).rejects.toEqual(
      refusal('catalog.publish_at_invalid', 'publishAt'),
    )
  for (const visibility of ['public', 'unlisted', 'private', undefined] as const)
    await expect(edit({ ...(visibility ? { visibility } : {}), publishAt: LATER })).rejects.toEqual(
      refusal('catalog.publish_at_invalid', 'publishAt'),
    )
  expect(await edit({ visibility: 'public', publishAt: null })).toMatchObject({ visibility: 'public' })
})

describe('an episode that is unlisted between the choice of its id and the reading of its row', () => {
  /** A catalog in which `change` runs after the answer of the database that names the episode for the nth time. */
  function catalogThatChanges(id: string, time: number, change: () => Promise<unknown>) {
    let times = 0
    const db = room.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const isNamed = result.rows.some((row) =>
          Object.values(row).some((value) => JSON.stringify(value)?.includes(id)),
        )
        if (isNamed) times += 1
        if (isNamed && times === time) await change()
        return result
      },
    })
    return { catalog: createCatalog({ ...room, db }), times: () => times }
  }

  test.each([
    ['Explore', 1, (catalog: Catalog) => catalog.explore({})],
    ['a search', 1, (catalog: Catalog) => catalog.explore({ search: 'unlisted before paging' })],
    // Fewer than a page are looked for twice.
    ['Following', 2, (catalog: Catalog) => catalog.newestOf([creator.uid], {})],
  ])('is not in the answer of %s', async (_name, time, read) => {
    // The newest comes first in each list.
    room.clock.set('2026-05-01T12:01:00.000Z')
    const { id } = await room.publish(creator, { title: 'Unlisted before paging' })
    const changing = catalogThatChanges(id, time, () => room.catalog.edit(creator, id, { visibility: 'unlisted' }))
    expect(await idsOf(read(changing.catalog))).not.toContain(id)
    expect(changing.times()).toBe(time + 1)
  })
})
