import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { transact } from '#platform/transact.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

let room: TestCatalog

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
})

afterEach(() => room.close())

const refusal = (code: string, field?: string) =>
  expect.objectContaining(field ? { code, details: { field } } : { code })

test('an episode is stored as written, with both flags false and no reason', async () => {
  const creator = await room.addCreator({ username: 'Mika' })
  const videoId = await room.addVideo(creator)
  const episode = await room.catalog.publish(creator, {
    title: '  Tanabata  ',
    genre: 'slice of LIFE',
    nsfw: false,
    videoId,
    description: 'One\r\ntwo',
    tags: [' night ', '', 'Night', 'stars'],
  })
  expect(episode).toMatchObject({
    title: 'Tanabata',
    genre: 'Slice of Life',
    description: 'One\ntwo',
    tags: ['night', 'stars'],
    nsfw: false,
    nsfwReason: '',
    trending: false,
    founderBadge: false,
    date: new Date('2026-05-01T12:00:00.000Z'),
    updatedAt: new Date('2026-05-01T12:00:00.000Z'),
    creatorId: creator.uid,
    videoId,
    isPlayable: true,
    hls: `/media/${videoId}/master.m3u8`,
    videoStatus: { state: 'ready' },
    creator: { uid: creator.uid, username: 'Mika', avatarUrl: '', founderBadge: false },
  })
  const stranger = await room.catalog.find(episode.id, null)
  expect(stranger).toEqual({ ...episode, videoStatus: null })
  expect(await room.catalog.episodeOn(videoId)).toBe(episode.id)
  expect(await room.catalog.episodeOn(newId())).toBeNull()
})

test('the search key is the title in lower case, in any script', async () => {
  const creator = await room.addCreator()
  const { id } = await room.publish(creator, { title: 'ÉTOILE Ночь ΣΑΣ' })
  const { rows } = await sql<{ key: string }>`select title_lower as key from episodes where id = ${id}`.execute(room.db)
  expect(rows[0]!.key).toBe('ÉTOILE Ночь ΣΑΣ'.toLowerCase())
})

test('an episode shows its creator’s founder badge or its own', async () => {
  const founder = await room.addCreator({ founderBadge: true })
  expect((await room.publish(founder)).founderBadge).toBe(true)
  const other = await room.publish(await room.addCreator())
  await sql`update episodes set founder_badge = true where id = ${other.id}`.execute(room.db)
  expect((await room.catalog.find(other.id, null)).founderBadge).toBe(true)
})

test('only creators can publish, and the role is checked before the input', async () => {
  const creator = await room.addCreator()
  const videoId = await room.addVideo(creator)
  const input = { title: '', genre: '', nsfw: false, videoId }
  const viewer = await room.addViewer()
  await expect(room.catalog.publish(viewer, input)).rejects.toEqual(refusal('catalog.creators_only'))
  await expect(room.catalog.publish({ ...viewer, role: 'admin' }, input)).rejects.toEqual(
    refusal('catalog.creators_only'),
  )
})

test('an invalid text is refused with its field, and nothing is stored', async () => {
  const creator = await room.addCreator()
  const videoId = await room.addVideo(creator)
  const good = { title: 'Stars', genre: 'Drama', nsfw: false, videoId }
  const tags = Array.from({ length: 21 }, (_, index) => `tag ${index}`)
  const cases = [
    [{ title: ' \n ' }, 'catalog.title_required', 'title'],
    [{ title: 'x'.repeat(1024 * 1024) }, 'catalog.title_invalid', 'title'],
    [{ title: 'a\u0000b' }, 'catalog.title_invalid', 'title'],
    [{ title: 'a\ud800b' }, 'catalog.title_invalid', 'title'],
    [{ genre: '' }, 'catalog.genre_required', 'genre'],
    [{ genre: 'g'.repeat(41) }, 'catalog.genre_invalid', 'genre'],
    [{ description: 'd'.repeat(5001) }, 'catalog.description_invalid', 'description'],
    [{ tags }, 'catalog.tags_invalid', 'tags'],
    [{ tags: ['t'.repeat(41)] }, 'catalog.tags_invalid', 'tags'],
  ] as const
  for (const [change, code, field] of cases) {
    const input = { ...good, ...change, tags: 'tags' in change ? [...change.tags] : [] }
    await expect(room.catalog.publish(creator, input)).rejects.toEqual(refusal(code, field))
  }
  expect(await room.catalog.factsOf(creator.uid)).toEqual({ episodeCount: 0, genres: [] })
})

test('fields of maximum length are stored', async () => {
  const fields = {
    title: '星'.repeat(120),
    genre: 'é'.repeat(40),
    description: '🌟'.repeat(5000),
    tags: Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(40, '夜')),
  }
  const episode = await room.publish(await room.addCreator(), fields)
  expect(episode).toMatchObject(fields)
})

test('the database refuses a long or empty tag, and one tag too many', async () => {
  const { id } = await room.publish(await room.addCreator())
  for (const tags of [['t'.repeat(41)], [''], Array.from({ length: 21 }, (_, index) => `${index}`)]) {
    await expect(sql`update episodes set tags = ${tags} where id = ${id}`.execute(room.db)).rejects.toThrow('tags')
  }
})

test('a foreign video, an unknown one and an invalid id get the same refusal', async () => {
  const creator = await room.addCreator()
  const foreign = await room.addVideo(await room.addCreator())
  for (const videoId of [foreign, newId(), '', 'a\u0000b', '../../etc'])
    await expect(room.publish(creator, { videoId })).rejects.toEqual(refusal('catalog.video_not_found', 'videoId'))
})

test('a failed video cannot be published', async () => {
  const creator = await room.addCreator()
  await expect(room.publish(creator, {}, 'error')).rejects.toEqual(refusal('catalog.video_failed'))
})

test('exactly one of many concurrent episodes on one video is stored', async () => {
  const creator = await room.addCreator()
  const videoId = await room.addVideo(creator)
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => room.publish(creator, { videoId })))
  const refused = tries.filter((each) => each.status === 'rejected').map((each) => each.reason.code)
  expect(refused).toEqual(Array.from({ length: 11 }, () => 'catalog.video_taken'))
  expect((await room.catalog.explore({})).total).toBe(1)
})

test('many questions at once whether an episode is open each have their own answer', async () => {
  const creator = await room.addCreator()
  const open = await room.publish(creator)
  const hidden = await room.publish(creator, { visibility: 'private' })
  const ids = Array.from({ length: 900 }, (_, at) => [open.id, hidden.id, 'e'.repeat(26)][at % 3]!)
  const answers = await Promise.all(ids.map((id) => room.catalog.isOpenToAll(id)))
  expect(answers).toEqual(ids.map((id) => id === open.id))
})

test('adult episodes are on the profile and the watch page, never on Explore', async () => {
  const creator = await room.addCreator()
  const adult = await room.publish(creator, { nsfw: true, genre: 'Horror' })
  expect(await room.catalog.explore({})).toEqual({ episodes: [], total: 0, nextCursor: null })
  expect(await room.catalog.find(adult.id, null)).toMatchObject({ nsfw: true })
  expect(await room.catalog.byCreator(creator.uid, null, {})).toMatchObject({ episodes: [{ id: adult.id }], total: 1 })
  expect(await room.catalog.factsOf(creator.uid)).toEqual({ episodeCount: 1, genres: ['Horror'] })
})

test('a profile lists its genres in the product’s order, free-text ones last', async () => {
  const creator = await room.addCreator()
  for (const genre of ['zen', 'Thriller', 'action', 'ACTION', 'Absurd']) await room.publish(creator, { genre })
  expect(await room.catalog.factsOf(creator.uid)).toEqual({
    episodeCount: 5,
    genres: ['Action', 'Thriller', 'Absurd', 'zen'],
  })
})

test('removal deletes the episode and its video', async () => {
  const creator = await room.addCreator()
  const episode = await room.publish(creator)
  await room.catalog.remove(creator, episode.id)
  await expect(room.catalog.find(episode.id, creator)).rejects.toEqual(refusal('catalog.episode_not_found'))
  expect(await room.video.findMany([episode.videoId])).toEqual(new Map())
  await expect(room.catalog.remove(creator, episode.id)).rejects.toEqual(refusal('catalog.episode_not_found'))
})

test('removing a creator’s episodes locks them in id order, as plays do', async () => {
  const creator = await room.addCreator()
  for (let n = 0; n < 6; n += 1) await room.publish(creator)
  const other = await room.publish(await room.addCreator())
  const { ids, ownIds } = await transact(room.db, (trx) =>
    room.catalog.accounts.lockAllOf(trx, creator.uid, [other.id]),
  )
  expect(ids).toHaveLength(7)
  expect(ids).toEqual(ids.toSorted())
  expect(ownIds).toEqual(ids.filter((id) => id !== other.id))
})

test('only the owner can remove an episode; for others a hidden one does not exist', async () => {
  const creator = await room.addCreator()
  const shown = await room.publish(creator)
  const hidden = await room.publish(creator, {}, 'queued')
  const other = await room.addCreator()
  const admin = { ...(await room.addViewer()), role: 'admin' as const }
  for (const account of [other, admin]) {
    await expect(room.catalog.remove(account, shown.id)).rejects.toEqual(refusal('catalog.owner_only'))
    await expect(room.catalog.remove(account, hidden.id)).rejects.toEqual(refusal('catalog.episode_not_found'))
  }
  expect((await room.catalog.byCreator(creator.uid, creator, {})).episodes).toHaveLength(2)
})

test('impossible ids are treated like unknown ones', async () => {
  const viewer = await room.addViewer()
  for (const id of [newId(), '', 'a\u0000b', 'x'.repeat(5000), '\ud800']) {
    await expect(room.catalog.find(id, viewer)).rejects.toEqual(refusal('catalog.episode_not_found'))
    await expect(room.catalog.remove(viewer, id)).rejects.toEqual(refusal('catalog.episode_not_found'))
    expect(await room.catalog.byCreator(id, viewer, {})).toEqual({ episodes: [], total: 0, nextCursor: null })
    expect(await room.catalog.profileIdsOf(id)).toEqual([])
    expect(await room.catalog.isOpenToAll(id)).toBe(false)
  }
})

test('listedAmong returns the given episodes that are publicly listed', async () => {
  const creator = await room.addCreator()
  const [listed, other] = [await room.publish(creator), await room.publish(creator)]
  const hidden = await room.publish(creator, {}, 'queued')
  const among = (ids: string[]) => transact(room.db, (trx) => room.catalog.listedAmong(trx, ids))
  expect(await among([listed.id, hidden.id, 'unknown'])).toEqual(new Set([listed.id]))
  expect(await among([other.id])).toEqual(new Set([other.id]))
})
