import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { Refusal, type RefusalCode } from '#platform/refusal.ts'
import { setUpCommentedRoom } from '#tests/support/worlds/commented-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import type { Engagement } from '../engagement.server.ts'
import type { CommentPlace } from './comment-writing.server.ts'

let room: TestCatalog
let engagement: Engagement
let creator: Account
let viewer: Account
let episode: Episode

const { removeLimits } = setUpCommentedRoom((opened) => {
  ;({ room, engagement, creator, viewer, episode } = opened)
})

const refusal = (code: RefusalCode, field: string) => new Refusal(code, { field })

/** Writes a comment on an episode of 48 frames. */
async function write(text: string, place: CommentPlace, author = viewer) {
  await sql`
    update videos set duration_seconds = 2, frame_rate_numerator = 24, frame_rate_denominator = 1
    where uid = ${episode.videoId}
  `.execute(room.db)
  return engagement.comments.write(author, episode.id, text, place)
}

async function listed(reader: Account | null = null) {
  const { comments, total } = await engagement.comments.on(episode.id, reader, {})
  const notes = await engagement.notes.on(episode.id, reader)
  return { comments: comments.map(({ text }) => text), total, notes: notes.notes.map(({ text }) => text) }
}

test('a comment on the picture is a comment in every list and count, and a timed note', async () => {
  const written = await write('on twos', { frame: 47, onPicture: true })
  expect(written).toMatchObject({ text: 'on twos', frame: 47, onPicture: true, parentId: null })
  expect(await listed()).toEqual({ comments: ['on twos'], total: 1, notes: ['on twos'] })
  expect((await engagement.counts.of([episode.id])).get(episode.id)!.comments).toBe(1)
  await engagement.comments.like(creator, written.id, true)
  await write('It is.', { parentId: written.id }, creator)
  expect(await engagement.comments.find(written.id, null)).toMatchObject({ likes: 1, replyCount: 1 })
  await engagement.notes.remove(viewer, written.id)
  expect(await listed()).toEqual({ comments: [], total: 0, notes: [] })
})

test('a comment can belong to a frame without being on the picture', async () => {
  const { id } = await write('x'.repeat(200), { frame: 0 })
  expect(await engagement.comments.find(id, null)).toMatchObject({ frame: 0, onPicture: false })
  expect(await listed()).toMatchObject({ total: 1, notes: [] })
  for (const act of [
    () => engagement.notes.find(id, viewer),
    () => engagement.notes.hide(creator, id, true),
    () => engagement.notes.pin(creator, id, true),
    () => engagement.notes.remove(viewer, id),
  ]) {
    await expect(act()).rejects.toEqual(new Refusal('engagement.note_not_found'))
  }
})

test('what is written on the picture has a frame of the film and the length of a note', async () => {
  const refused: [string, CommentPlace, Refusal][] = [
    ['No frame', { onPicture: true }, refusal('engagement.frame_required', 'frame')],
    ['Outside', { frame: 48, onPicture: true }, refusal('engagement.frame_outside', 'frame')],
    ['Outside', { frame: 48 }, refusal('engagement.frame_outside', 'frame')],
    ['x'.repeat(121), { frame: 0, onPicture: true }, refusal('engagement.note_invalid', 'text')],
    ['Two\nlines', { frame: 0, onPicture: true }, refusal('engagement.note_invalid', 'text')],
  ]
  for (const [text, place, error] of refused) await expect(write(text, place)).rejects.toEqual(error)
  expect(await listed()).toEqual({ comments: [], total: 0, notes: [] })
})

test('comments and those on the picture have limits of their own', async () => {
  for (const text of ['One', 'Two', 'Three']) await write(text, {})
  await expect(write('Four', { frame: 1 })).rejects.toMatchObject({ code: 'engagement.too_many_comments' })
  expect(await write('One', { frame: 1, onPicture: true })).toMatchObject({ onPicture: true })
  await expect(write('One', { frame: 1, onPicture: true })).rejects.toEqual(refusal('engagement.note_repeated', 'text'))
})

test('a changed text on the picture is read as a note', async () => {
  const { id } = await write('Short', { frame: 1, onPicture: true })
  const edit = (text: string) => engagement.comments.edit(viewer, id, text)
  await expect(edit('x'.repeat(121))).rejects.toEqual(refusal('engagement.note_invalid', 'text'))
  expect(await edit('Changed')).toMatchObject({
    text: 'Changed',
    frame: 1,
    onPicture: true,
    editedAt: expect.any(Date),
  })
  expect((await listed()).notes).toEqual(['Changed'])
})

test('the pin of a list and that on the picture are apart, and hiding takes both', async () => {
  const { id } = await write('Both', { frame: 1, onPicture: true })
  await engagement.comments.pin(creator, id, true)
  expect(await engagement.notes.find(id, null)).toMatchObject({ pinned: false })
  expect(await engagement.notes.pin(creator, id, true)).toMatchObject({ pinned: true })
  await engagement.comments.hide(creator, id, true)
  expect(await engagement.comments.hide(creator, id, false)).toMatchObject({ pinned: false })
  expect(await engagement.notes.find(id, null)).toMatchObject({ pinned: false })
})

test('a node of the version before reads and writes notes by their old name', async () => {
  const { id } = await write('New', { frame: 1, onPicture: true })
  await write('Below', { frame: 1 })
  await removeLimits()
  const old = newId()
  await sql`
    insert into notes (id, episode_id, author_uid, text, frame, held, created_at)
    values (${old}, ${episode.id}, ${viewer.uid}, 'Old', 2, false, now())
  `.execute(room.db)
  await sql`update notes set hidden = true, pinned = false where id = ${id}`.execute(room.db)
  const { rows } = await sql<{ text: string }>`select text from notes where is_public and frame < 9`.execute(room.db)
  expect(rows).toEqual([{ text: 'Old' }])
  expect(await listed()).toMatchObject({ total: 2, notes: ['Old'] })
})
