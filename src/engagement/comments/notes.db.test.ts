import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { transact } from '#platform/transact.server.ts'
import { setUpCommentedRoom } from '#tests/support/worlds/commented-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createEngagement, type Engagement } from '../engagement.server.ts'
import { NOTES_MAX, NOTES_PER_MINUTE } from './note.ts'

/** Frames of the video, which lasts 12 seconds. */
const FRAMES = 288

let room: TestCatalog
let engagement: Engagement
let creator: Account
let viewer: Account
let episode: Episode

const { removeLimits } = setUpCommentedRoom((opened) => {
  ;({ room, engagement, creator, viewer, episode } = opened)
})

const refusal = (code: string) => expect.objectContaining({ code })

/** Gives the video its length and frame rate, as probing does. */
const measure = (videoId = episode.videoId) =>
  sql`update videos set duration_seconds = 12, frame_rate_numerator = 24, frame_rate_denominator = 1 where uid = ${videoId}`.execute(
    room.db,
  )

async function write(text: string, frame = 0, by = viewer) {
  await measure()
  return engagement.notes.write(by, episode.id, { text, frame })
}

async function textsFor(reader: Account | null, range: { from?: number; to?: number } = {}) {
  return (await engagement.notes.on(episode.id, reader, range)).notes.map(({ text }) => text)
}

/** Stores many notes by one person, one at each of these frames. */
async function store(frames: number[], author = viewer) {
  await measure()
  await sql`insert into episode_stats (episode_id) values (${episode.id}) on conflict do nothing`.execute(room.db)
  const ids = frames.map(() => newId())
  await sql`
    insert into comments (id, episode_id, author_uid, text, frame, on_picture, created_at)
    select id, ${episode.id}, ${author.uid}, 'note ' || place, frame, true, ${room.clock.now()}::timestamptz + place * interval '1 ms'
    from unnest(${ids}::text[], ${frames}::int[]) with ordinality as stored (id, frame, place)
  `.execute(room.db)
}

describe('writing', () => {
  test('stores a note at a frame, which everybody reads in the order of the film', async () => {
    const note = await write(' on twos 😀 ', 47)
    expect(note).toEqual({
      id: note.id,
      text: 'on twos 😀',
      frame: 47,
      createdAt: room.clock.now(),
      author: { uid: viewer.uid, username: '', avatarUrl: '' },
      hidden: false,
      pinned: false,
      held: false,
    })
    await write('the first drawing', 0, creator)
    expect(await engagement.notes.on(episode.id, null)).toMatchObject({
      notes: [{ text: 'the first drawing', author: { username: 'Mika' } }, note],
      total: 2,
    })
  })

  test('takes the first and the last frame of the film, and none outside it', async () => {
    await write('first', 0)
    await write('last', FRAMES - 1)
    for (const frame of [-1, FRAMES, 0.5, Number.NaN, 2 ** 40]) {
      await expect(write('outside', frame)).rejects.toMatchObject({
        code: 'engagement.frame_outside',
        details: { field: 'frame' },
      })
    }
    expect(await textsFor(null)).toEqual(['first', 'last'])
  })

  test('goes by the frames that were counted, once they are', async () => {
    await measure()
    await sql`insert into frame_analyses (video_uid, state, frames, analysed_at) values (${episode.videoId}, 'done', 286, now())`.execute(
      room.db,
    )
    await expect(write('outside', 286)).rejects.toEqual(refusal('engagement.frame_outside'))
    expect(await write('last', 285)).toMatchObject({ frame: 285 })
  })

  test('is refused for a film of unknown length, and counts 24 frames a second where the rate is unknown', async () => {
    const note = { text: 'Hello', frame: 0 }
    await expect(engagement.notes.write(viewer, episode.id, note)).rejects.toEqual(refusal('engagement.frame_outside'))
    await sql`update videos set duration_seconds = 2 where uid = ${episode.videoId}`.execute(room.db)
    await engagement.notes.write(viewer, episode.id, { text: 'Last', frame: 47 })
    await expect(engagement.notes.write(viewer, episode.id, { ...note, frame: 48 })).rejects.toEqual(
      refusal('engagement.frame_outside'),
    )
  })

  test('is limited to ten a minute, also at once, and refused notes do not count', async () => {
    await expect(write('  ')).rejects.toEqual(refusal('engagement.note_required'))
    await expect(write('a\nb')).rejects.toEqual(refusal('engagement.note_invalid'))
    await write('again')
    await expect(write('again')).rejects.toEqual(refusal('engagement.note_repeated'))
    await measure()
    const frames = Array.from({ length: NOTES_PER_MINUTE }, (_, at) => at + 1)
    const all = await Promise.allSettled(frames.map((frame) => write('again', frame)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(NOTES_PER_MINUTE - 1)
    await expect(write('one more', 20)).rejects.toMatchObject({
      code: 'engagement.too_many_notes',
      details: { retryAfterSeconds: expect.any(Number) },
    })
    await sql`update rate_limits set ends_at = now() - interval '1 second'`.execute(room.db)
    expect(await write('one more', 20)).toMatchObject({ text: 'one more' })
  })

  test('the same text at the same frame is refused for ten minutes, also at once, and passes at another', async () => {
    await measure()
    const both = await Promise.allSettled([write('run!!', 5), write('run!!', 5)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await write('run!!', 6)).toMatchObject({ frame: 6 })
    room.clock.set('2026-05-01T12:09:59.000Z')
    await expect(write('run!!', 5)).rejects.toEqual(refusal('engagement.note_repeated'))
    expect(await write('run!!', 5, await room.addViewer())).toMatchObject({ frame: 5 })
    room.clock.set('2026-05-01T12:10:01.000Z')
    expect(await write('run!!', 5)).toMatchObject({ frame: 5 })
  })

  test('is for those who may see the episode', async () => {
    const { id } = await room.publish(creator, { visibility: 'private' })
    const note = { text: 'Hello', frame: 0 }
    for (const episodeId of [id, 'unknown', newId()]) {
      await expect(engagement.notes.write(viewer, episodeId, note)).rejects.toEqual(
        refusal('catalog.episode_not_found'),
      )
      await expect(engagement.notes.on(episodeId, viewer)).rejects.toEqual(refusal('catalog.episode_not_found'))
    }
    expect(await engagement.notes.on(id, creator)).toEqual({ notes: [], total: 0 })
  })

  test('is refused where comments are closed, and to blocked accounts', async () => {
    await room.catalog.edit(creator, episode.id, { commentsOpen: false })
    await expect(write('Closed', 0, creator)).rejects.toEqual(refusal('engagement.comments_closed'))
    await room.catalog.edit(creator, episode.id, { commentsOpen: true })
    await engagement.comments.block(creator, viewer.uid, true)
    await expect(write('Blocked')).rejects.toEqual(refusal('engagement.comments_blocked'))
    await engagement.comments.block(creator, viewer.uid, false)
    expect(await write('Back')).toMatchObject({ text: 'Back' })
  })

  test('waits as the site decides, or is closed with the comments', async () => {
    await measure()
    let policy: 'hold_all' | 'hold_links' | 'closed' = 'hold_all'
    const commentGate = { commentPolicy: async () => policy }
    const strict = createEngagement({ ...room, secret: 'a secret for tests, long enough to be one', commentGate })
    const written = (text: string, by = viewer) => strict.notes.write(by, episode.id, { text, frame: 0 })
    expect(await written('Lovely')).toMatchObject({ held: true })
    expect(await written('Mine', creator)).toMatchObject({ held: false })
    policy = 'hold_links'
    expect(await written('See www.example.org')).toMatchObject({ held: true })
    expect(await written('No link')).toMatchObject({ held: false })
    policy = 'closed'
    await expect(written('Too late')).rejects.toEqual(refusal('engagement.comments_closed_everywhere'))
  })

  test('by two nodes to an episode that is deleted leaves nothing, and never deadlocks', async () => {
    await measure()
    const others = await Promise.all(Array.from({ length: 6 }, () => room.addViewer()))
    const results = await Promise.allSettled([
      ...others.map((by) => write('Goodbye', 3, by)),
      room.catalog.remove(creator, episode.id),
    ])
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(reasons.filter((code) => code !== 'catalog.episode_not_found')).toEqual([])
    expect((await sql`select from comments`.execute(room.db)).rows).toEqual([])
  })
})

describe('reading', () => {
  test('a range has both of its ends', async () => {
    await store([0, 10, 11, 12, 13, 287])
    expect(await textsFor(null, { from: 10, to: 12 })).toEqual(['note 2', 'note 3', 'note 4'])
    expect(await textsFor(null, { from: 13 })).toEqual(['note 5', 'note 6'])
    expect(await textsFor(null, { to: 0 })).toEqual(['note 1'])
    expect(await textsFor(null, { from: 12, to: 11 })).toEqual([])
    expect(await textsFor(null, { from: 2 ** 31 - 1, to: 2 ** 31 - 1 })).toEqual([])
  })

  test('a list is bounded, and every part of the film keeps its share', async () => {
    // A crowd at one drawing, and one note in each second.
    const crowd = Array.from({ length: NOTES_MAX + 100 }, () => 100)
    const seconds = Array.from({ length: 12 }, (_, second) => second * 24 + 1)
    await store([...seconds, ...crowd])
    const { notes, total } = await engagement.notes.on(episode.id, null)
    expect(total).toBe(NOTES_MAX + 112)
    expect(notes).toHaveLength(NOTES_MAX)
    expect(notes.filter(({ frame }) => frame !== 100).map(({ frame }) => frame)).toEqual(seconds)
    // The newest notes of the crowd are kept.
    expect(notes.map(({ text }) => text)).toContain(`note ${NOTES_MAX + 112}`)
    expect(notes.map(({ text }) => text)).not.toContain('note 13')
  })

  test('the reader’s own notes and pinned ones are in a list that is too long for all', async () => {
    const own = await write('mine', 100, creator)
    const pinned = await write('pinned', 100, await room.addViewer())
    await engagement.notes.pin(creator, pinned.id, true)
    await store(Array.from({ length: NOTES_MAX + 100 }, () => 100))
    const idsFor = async (reader: Account | null) =>
      (await engagement.notes.on(episode.id, reader)).notes.map(({ id }) => id)
    expect(await idsFor(creator)).toEqual(expect.arrayContaining([own.id, pinned.id]))
    expect(await idsFor(null)).toContain(pinned.id)
    expect(await idsFor(null)).not.toContain(own.id)
  })

  test('notes behind the end of a shorter film that replaced theirs are in no list', async () => {
    await store([10, 200])
    await sql`update videos set duration_seconds = 4 where uid = ${episode.videoId}`.execute(room.db)
    expect(await engagement.notes.on(episode.id, creator)).toMatchObject({ notes: [{ frame: 10 }], total: 1 })
    expect(await textsFor(null, { from: 100, to: 250 })).toEqual([])
  })
})

describe('the creator of the episode', () => {
  test('hides a note, which only its author still reads, and shows it again', async () => {
    const { id } = await write('Not nice', 3)
    expect(await engagement.notes.countOf(episode.id)).toBe(1)
    expect(await engagement.notes.hide(creator, id, true)).toMatchObject({ hidden: true, text: 'Not nice' })
    expect(await engagement.notes.countOf(episode.id)).toBe(0)
    expect(await engagement.notes.hide(creator, id, true)).toMatchObject({ hidden: true })
    const other = await room.addViewer()
    expect(await Promise.all([null, other, viewer, creator].map((reader) => textsFor(reader)))).toEqual([
      [],
      [],
      ['Not nice'],
      ['Not nice'],
    ])
    await expect(engagement.notes.remove(other, id)).rejects.toEqual(refusal('engagement.note_not_found'))
    expect(await engagement.notes.hide(creator, id, false)).toMatchObject({ hidden: false })
    expect(await textsFor(null)).toEqual(['Not nice'])
  })

  test('lets a held note through', async () => {
    const text = 'www.a.example www.b.example www.c.example'
    const { id, held } = await write(text)
    expect([held, await textsFor(null), await textsFor(viewer)]).toEqual([true, [], [text]])
    await expect(engagement.notes.pin(creator, id, true)).rejects.toEqual(refusal('engagement.note_not_pinnable'))
    expect(await engagement.notes.hide(creator, id, false)).toMatchObject({ held: false, hidden: false })
    expect(await textsFor(null)).toEqual([text])
  })

  test('pins three notes, also at once, and a fourth after unpinning one', async () => {
    const notes = await Promise.all([1, 2, 3, 4].map((frame) => write(`Note ${frame}`, frame)))
    const pins = await Promise.allSettled(notes.map(({ id }) => engagement.notes.pin(creator, id, true)))
    const refused = pins.flatMap((pin) => (pin.status === 'rejected' ? [pin.reason.code] : []))
    expect(refused).toEqual(['engagement.too_many_pinned_notes'])
    const [first] = notes.filter((_, at) => pins[at]!.status === 'fulfilled')
    expect(await engagement.notes.pin(creator, first!.id, true)).toMatchObject({ pinned: true })
    expect(await engagement.notes.pin(creator, first!.id, false)).toMatchObject({ pinned: false })
    const [left] = notes.filter((_, at) => pins[at]!.status === 'rejected')
    expect(await engagement.notes.pin(creator, left!.id, true)).toMatchObject({ pinned: true })
    expect(await engagement.notes.hide(creator, left!.id, true)).toMatchObject({ hidden: true, pinned: false })
    await expect(engagement.notes.pin(creator, left!.id, true)).rejects.toEqual(refusal('engagement.note_not_pinnable'))
  })

  test('alone may do so, and with the author remove a note', async () => {
    const { id } = await write('Hello')
    const other = await room.addViewer()
    for (const by of [viewer, other]) {
      await expect(engagement.notes.hide(by, id, true)).rejects.toEqual(refusal('engagement.note_creator_only'))
      await expect(engagement.notes.pin(by, id, true)).rejects.toEqual(refusal('engagement.note_creator_only'))
    }
    await expect(engagement.notes.remove(other, id)).rejects.toEqual(refusal('engagement.note_not_yours'))
    await engagement.notes.remove(viewer, id)
    await expect(engagement.notes.remove(viewer, id)).rejects.toEqual(refusal('engagement.note_not_found'))
    await expect(engagement.notes.hide(creator, 'unknown', true)).rejects.toEqual(refusal('engagement.note_not_found'))
    const { id: second } = await write('Again', 1)
    await engagement.notes.remove(creator, second)
    const { id: third } = await write('And again', 1)
    await engagement.notes.remove({ ...other, role: 'admin' }, third)
    expect(await textsFor(creator)).toEqual([])
  })
})

describe('muting', () => {
  test('leaves out the notes of an account for one person alone', async () => {
    const loud = await room.addViewer()
    await write('LOUD', 1, loud)
    await write('quiet', 2)
    await engagement.notes.mute(viewer, loud.uid, true)
    await engagement.notes.mute(viewer, loud.uid, true)
    expect(await engagement.notes.on(episode.id, viewer)).toMatchObject({ notes: [{ text: 'quiet' }], total: 1 })
    expect(await Promise.all([null, loud, creator].map((reader) => textsFor(reader)))).toEqual(
      Array(3).fill(['LOUD', 'quiet']),
    )
    const { mutedAccounts, comments } = await engagement.activity.of(viewer.uid)
    expect(mutedAccounts).toEqual([{ uid: loud.uid, mutedAt: room.clock.now() }])
    expect(comments).toMatchObject([{ episodeId: episode.id, text: 'quiet', frame: 2, onPicture: true }])
    expect(await engagement.notes.muted(viewer)).toMatchObject([{ uid: loud.uid, mutedAt: room.clock.now() }])
    expect(await engagement.notes.muted(loud)).toEqual([])
    await engagement.notes.mute(viewer, loud.uid, false)
    expect(await textsFor(viewer)).toEqual(['LOUD', 'quiet'])
  })

  test('is of other accounts that exist', async () => {
    await expect(engagement.notes.mute(viewer, viewer.uid, true)).rejects.toEqual(refusal('engagement.mute_self'))
    for (const uid of ['unknown', newId()]) {
      await expect(engagement.notes.mute(viewer, uid, true)).rejects.toEqual(refusal('engagement.account_not_found'))
    }
    await engagement.notes.mute(viewer, newId(), false)
    expect((await engagement.activity.of(viewer.uid)).mutedAccounts).toEqual([])
  })
})

test('a deactivated account’s notes are seen by nobody until it is back, and removed with it', async () => {
  const { id } = await write('Here')
  const setDeactivated = (isDeactivated: boolean) =>
    transact(room.db, (trx) => engagement.activity.setDeactivated(trx, viewer.uid, isDeactivated))
  await setDeactivated(true)
  expect(await Promise.all([null, viewer, creator].map((reader) => textsFor(reader)))).toEqual([[], [], []])
  await expect(engagement.notes.hide(creator, id, true)).rejects.toEqual(refusal('engagement.note_not_found'))
  await setDeactivated(false)
  expect(await textsFor(null)).toEqual(['Here'])
  const affected = await transact(room.db, (trx) => engagement.activity.episodesOf(trx, viewer.uid))
  expect(affected).toEqual([episode.id])
  await removeLimits()
  await sql`delete from users where id = ${viewer.uid}`.execute(room.db)
  expect(await textsFor(creator)).toEqual([])
})
