import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { removeEpisodesOf } from '#tests/support/data/remove-account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import type { VideoState } from '#video/video-state.ts'

let room: TestCatalog
let mika: Account

beforeAll(async () => {
  room = await openTestCatalog(await createTestDatabase())
  mika = await room.addCreator({ username: 'Mika' })
})

afterAll(() => room?.close())

const code = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (thrown: { code?: string }) => thrown.code ?? thrown,
  )
const replace = (id: string, videoId: string, by = mika) => room.catalog.replaceVideo(by, id, videoId)
const found = (id: string, viewer: Account | null = mika) => room.catalog.find(id, viewer)
const videosOf = async (account: Account) => (await room.video.ownedBy(account)).map(({ uid }) => uid).sort()

/** An episode that awaits a new file. */
async function waiting(state: VideoState = 'inprogress') {
  const episode = await room.publish(mika)
  const next = await room.addVideo(mika, state)
  await replace(episode.id, next)
  return { id: episode.id, old: episode.videoId, next }
}

async function fail(videoId: string): Promise<void> {
  await sql`update videos set state = 'error', reason_code = 'truncated' where uid = ${videoId}`.execute(room.db)
}

describe('a new file for an episode', () => {
  test('replaces the old one when it plays; everything else stays', async () => {
    const { id, old, next } = await waiting('pendingupload')
    await sql`insert into episode_stats (episode_id, views, likes, comments) values (${id}, 7, 3, 2)`.execute(room.db)
    const before = await found(id)
    expect(before).toMatchObject({ videoId: old, isPlayable: true, replacement: { videoId: next, name: 'clip.mp4' } })
    expect(before.replacement?.status.state).toBe('pendingupload')
    expect((await found(id, null)).replacement).toBeNull()
    room.clock.set('2026-05-02T12:00:00.000Z')
    await room.makePlayable(next)
    await room.work()
    const after = await found(id, null)
    expect(after).toEqual({
      ...before,
      videoId: next,
      updatedAt: room.clock.now(),
      videoStatus: null,
      replacement: null,
      hls: expect.stringContaining(next),
    })
    expect(after.date).toEqual(before.date)
    expect(await code(room.video.get(mika, old))).toBe('video.not_found')
    expect(await code(room.video.remove(mika, next))).toBe('video.in_use')
    const { rows } = await sql`select views, likes, comments from episode_stats where episode_id = ${id}`.execute(
      room.db,
    )
    expect(rows).toEqual([{ views: 7, likes: 3, comments: 2 }])
  })

  test('replaces the old one immediately when it already plays', async () => {
    const { id, old, next } = await waiting('ready')
    expect(await found(id)).toMatchObject({ videoId: next, replacement: null })
    expect(await videosOf(mika)).not.toContain(old)
  })

  test('waits until it is complete or has failed while only its start plays', async () => {
    const { id, old, next } = await waiting()
    await sql`insert into chunk_plans (video_uid, stage, renditions, longest_segment_seconds)
      values (${next}, 'first', '[]', 4)`.execute(room.db)
    await room.makePlayable(next)
    for (let attempt = 0; attempt < 3; attempt++) await room.work()
    expect(await found(id)).toMatchObject({ videoId: old, replacement: { status: { state: 'ready' } } })
    await sql`delete from chunk_plans where video_uid = ${next}`.execute(room.db)
    await room.work()
    expect(await found(id)).toMatchObject({ videoId: next, replacement: null })
  })

  test('leaves the old one playing and reports why when it fails; a further file removes the failed one', async () => {
    const { id, old, next } = await waiting()
    await fail(next)
    await room.work()
    expect(await found(id, null)).toMatchObject({ videoId: old, isPlayable: true })
    const status = { state: 'error', reasonCode: 'truncated' }
    expect((await found(id)).replacement).toMatchObject({ videoId: next, status })
    const better = await room.addVideo(mika, 'queued')
    await replace(id, better)
    expect((await found(id)).replacement).toMatchObject({ videoId: better, status: { state: 'queued' } })
    expect(await videosOf(mika)).not.toContain(next)
    await room.makePlayable(better)
    await room.work()
    expect(await found(id, null)).toMatchObject({ videoId: better })
  })

  test('is reported as expired when its upload never finishes', async () => {
    const { id, next } = await waiting('pendingupload')
    await room.video.endUpload(next, 'upload_expired')
    expect((await found(id)).replacement?.status).toMatchObject({ state: 'error', reasonCode: 'upload_expired' })
  })

  test('makes an episode visible whose own file had failed', async () => {
    const episode = await room.publish(mika, { genre: 'Horror' }, 'queued')
    await fail(episode.videoId)
    const next = await room.addVideo(mika, 'inprogress')
    await replace(episode.id, next)
    expect((await room.catalog.explore({ genre: 'Horror' })).total).toBe(0)
    await room.makePlayable(next)
    await room.work()
    expect((await room.catalog.explore({ genre: 'Horror' })).episodes).toMatchObject([
      { id: episode.id, videoId: next },
    ])
  })

  test('can be requested repeatedly', async () => {
    const { id, old, next } = await waiting()
    await replace(id, next)
    expect(await found(id)).toMatchObject({ videoId: old, replacement: { videoId: next } })
    await room.makePlayable(next)
    await room.work()
    await room.work()
    expect(await code(replace(id, next))).toBe('catalog.video_taken')
  })

  test('can be cancelled until the switch, and is then removed', async () => {
    const { id, old, next } = await waiting()
    const cancel = () => room.catalog.cancelReplacement(mika, id, next)
    await room.makePlayable(next)
    await cancel()
    await room.work()
    expect(await found(id)).toMatchObject({ videoId: old, replacement: null })
    expect(await videosOf(mika)).not.toContain(next)
    expect(await code(cancel())).toBe('catalog.replacement_missing')
    expect(await code(room.catalog.cancelReplacement(mika, id, old))).toBe('catalog.replacement_missing')
  })

  test('must be the creator’s own, and is awaited by one episode only', async () => {
    const rin = await room.addCreator()
    const { id, next } = await waiting()
    const other = await room.publish(mika)
    expect(await code(replace(id, await room.addVideo(rin)))).toBe('catalog.video_not_found')
    const theirs = await room.publish(rin)
    expect(await code(replace(id, theirs.videoId))).toBe('catalog.video_not_found')
    expect(await code(replace(id, 'unknown'))).toBe('catalog.video_not_found')
    expect(await code(replace(id, other.videoId))).toBe('catalog.video_taken')
    expect(await code(replace(other.id, next))).toBe('catalog.video_taken')
    const failed = await room.addVideo(mika)
    await fail(failed)
    expect(await code(replace(id, failed))).toBe('catalog.video_failed')
    const fields = { title: 'Second', genre: 'Drama', nsfw: false, videoId: next }
    expect(await code(room.catalog.publish(mika, fields))).toBe('catalog.video_taken')
    expect(await code(room.video.remove(mika, next))).toBe('video.awaited')
    expect(await code(replace(id, next, rin))).toBe('catalog.owner_only')
    const draft = await room.publish(mika, {}, 'queued')
    expect(await code(replace(draft.id, next, rin))).toBe('catalog.episode_not_found')
    expect(await code(room.catalog.cancelReplacement(rin, id, next))).toBe('catalog.owner_only')
    expect((await found(id)).replacement?.videoId).toBe(next)
    expect(await room.catalog.episodeConcerning(next)).toBe(id)
    expect(await room.catalog.episodeOn(next)).toBeNull()
  })

  test('is removed with its episode and with its creator', async () => {
    const { id, old, next } = await waiting()
    await room.catalog.remove(mika, id)
    expect((await videosOf(mika)).filter((uid) => uid === old || uid === next)).toEqual([])
    const rin = await room.addCreator()
    const episode = await room.publish(rin)
    await replace(episode.id, await room.addVideo(rin, 'queued'), rin)
    await transact(room.db, (trx) => removeEpisodesOf(room, trx, rin.uid))
    expect(await videosOf(rin)).toEqual([])
    expect(await code(found(episode.id, rin))).toBe('catalog.episode_not_found')
  })
})

describe('at the same time', () => {
  const rounds = Array.from({ length: 6 }, (_, round) => round)

  test.each(rounds)('two new files: one is awaited and no third video is left, round %d', async () => {
    const rin = await room.addCreator()
    const { id, videoId: old } = await room.publish(rin)
    const nexts = await Promise.all([1, 2].map(() => room.addVideo(rin, 'queued')))
    expect(await Promise.all(nexts.map((next) => code(replace(id, next, rin))))).toEqual(['done', 'done'])
    const { replacement } = await found(id, rin)
    expect(nexts).toContain(replacement?.videoId)
    expect(await videosOf(rin)).toEqual([old, replacement!.videoId].sort())
  })

  test.each(rounds)('a new file plays and is requested: it replaces the old one, round %d', async () => {
    const rin = await room.addCreator()
    const { id } = await room.publish(rin)
    const next = await room.addVideo(rin, 'inprogress')
    expect(await Promise.all([code(replace(id, next, rin)), code(room.makePlayable(next))])).toEqual(['done', 'done'])
    await room.work()
    expect(await found(id, rin)).toMatchObject({ videoId: next, replacement: null })
    expect(await videosOf(rin)).toEqual([next])
  })

  test.each(rounds)('a new file plays while everything is removed: nothing is left, round %d', async (round) => {
    const rin = await room.addCreator()
    const episodes = await Promise.all([1, 2, 3].map(() => room.publish(rin)))
    for (const { id } of episodes) {
      const next = await room.addVideo(rin, 'inprogress')
      await replace(id, next, rin)
      await room.makePlayable(next)
    }
    const removeAll = () => transact(room.db, (trx) => removeEpisodesOf(room, trx, rin.uid))
    const removed = round % 2 === 0 ? [removeAll()] : episodes.map(({ id }) => room.catalog.remove(rin, id))
    for (const each of await Promise.all([room.work(), ...removed].map(code))) expect(each).toBe('done')
    expect(await videosOf(rin)).toEqual([])
  })
})
