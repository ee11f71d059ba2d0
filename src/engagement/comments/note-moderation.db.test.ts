import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { setUpCommentedRoom } from '#tests/support/worlds/commented-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import type { Engagement } from '../engagement.server.ts'

let room: TestCatalog
let engagement: Engagement
let creator: Account
let viewer: Account
let episode: Episode

// Decisions change notes as they change other comments, which comment-moderation.db.test.ts proves.
setUpCommentedRoom((opened) => {
  ;({ room, engagement, creator, viewer, episode } = opened)
})

/** Writes a note at a frame of a video of 12 seconds with 24 frames a second. */
async function write(text: string, frame = 36) {
  await sql`
    update videos set duration_seconds = 12, frame_rate_numerator = 24, frame_rate_denominator = 1
    where uid = ${episode.videoId}
  `.execute(room.db)
  return engagement.notes.write(viewer, episode.id, { text, frame })
}

async function textsFor(reader: Account | null) {
  return (await engagement.notes.on(episode.id, reader)).notes.map(({ text }) => text)
}

const hidden = { hidden: true, hiddenByModerator: true }

/** Hides a note as a decision about it does. */
function hide(id: string): Promise<void> {
  return transact(room.db, async (trx) => {
    await engagement.comments.lockModerated(trx, id)
    await engagement.comments.moderate(trx, id, hidden)
  })
}

const withLinks = 'https://a.example https://b.example https://c.example'

test('a note that a moderator hid is seen by its author and the creator, who cannot show it', async () => {
  const { id } = await write('Go away')
  await engagement.notes.pin(creator, id, true)
  await hide(id)
  expect([await textsFor(null), await textsFor(viewer), await textsFor(creator)]).toEqual([
    [],
    ['Go away'],
    ['Go away'],
  ])
  await expect(engagement.notes.hide(creator, id, false)).rejects.toMatchObject({
    code: 'engagement.note_hidden_by_moderator',
  })
  expect(await engagement.comments.moderated(id)).toEqual({
    id,
    text: 'Go away',
    episodeId: episode.id,
    authorUid: viewer.uid,
    createdAt: room.clock.now(),
    onPicture: true,
    held: false,
    ...hidden,
    // The middle of frame 36.
    seconds: expect.closeTo(36.5 / 24),
  })
})

test('a note is locked as it is read, but for its place in the film', async () => {
  const { id } = await write('Go away')
  await engagement.notes.hide(creator, id, true)
  const locked = await transact(room.db, (trx) => engagement.comments.lockModerated(trx, id))
  expect(locked).toMatchObject({ hidden: true, hiddenByModerator: false, held: false })
  expect({ ...locked, seconds: expect.any(Number) }).toEqual(await engagement.comments.moderated(id))
})

test('one note is found by those who may see it', async () => {
  const { id } = await write(withLinks)
  const missing = { code: 'engagement.note_not_found' }
  await expect(engagement.notes.find(id, null)).rejects.toMatchObject(missing)
  await expect(engagement.notes.find('unknown', viewer)).rejects.toMatchObject(missing)
  expect(await engagement.notes.find(id, viewer)).toMatchObject({ id, held: true })
  await engagement.notes.hide(creator, id, false)
  expect(await engagement.notes.find(id, null)).toMatchObject({ id, held: false })
})
