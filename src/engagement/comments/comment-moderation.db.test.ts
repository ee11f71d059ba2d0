import { expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { setUpCommentedRoom } from '#tests/support/worlds/commented-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import type { Engagement } from '../engagement.server.ts'
import type { CommentMarks } from './comment-moderation.server.ts'

let room: TestCatalog
let engagement: Engagement
let creator: Account
let episode: Episode

const { write, textsFor } = setUpCommentedRoom((opened) => {
  ;({ room, engagement, creator, episode } = opened)
})

const hidden = { hidden: true, hiddenByModerator: true }

/** Changes a comment as a decision about it does. */
function moderate(id: string, marks: Partial<CommentMarks>): Promise<void> {
  return transact(room.db, async (trx) => {
    await engagement.comments.lockModerated(trx, id)
    await engagement.comments.moderate(trx, id, marks)
  })
}

const hide = (id: string) => moderate(id, hidden)

test('a comment that a moderator hid is seen by its author and the creator, who cannot show it', async () => {
  const { id, author } = await write('Go away')
  await hide(id)
  expect(await textsFor(null)).toEqual([])
  expect(await textsFor(author)).toEqual(['Go away'])
  expect(await textsFor(creator)).toEqual(['Go away'])
  await expect(engagement.comments.hide(creator, id, false)).rejects.toMatchObject({
    code: 'engagement.hidden_by_moderator',
  })
  expect((await engagement.counts.of([episode.id])).get(episode.id)!.comments).toBe(0)
  expect(await engagement.comments.moderated(id)).toMatchObject({
    ...hidden,
    episodeId: episode.id,
    authorUid: author.uid,
  })
})

test('a comment is locked as it is read', async () => {
  const { id } = await write('Go away')
  await engagement.comments.hide(creator, id, true)
  const locked = await transact(room.db, (trx) => engagement.comments.lockModerated(trx, id))
  expect(locked).toMatchObject({ hidden: true, hiddenByModerator: false, held: false })
  expect({ ...locked, seconds: null }).toEqual(await engagement.comments.moderated(id))
})

test('it is as hidden as before once that is taken back', async () => {
  const { id } = await write('Go away')
  await engagement.comments.hide(creator, id, true)
  await hide(id)
  await moderate(id, { hidden: true, hiddenByModerator: false })
  expect(await textsFor(null)).toEqual([])
  await engagement.comments.hide(creator, id, false)
  expect(await textsFor(null)).toEqual(['Go away'])
})

test('a held one is let through, and waits again once that is taken back', async () => {
  const text = 'https://a.example https://b.example https://c.example'
  const { id, author } = await write(text)
  expect(await textsFor(null)).toEqual([])
  await moderate(id, { held: false })
  expect(await textsFor(null)).toEqual([text])
  await moderate(id, { held: true })
  expect(await textsFor(null)).toEqual([])
  expect(await textsFor(author)).toEqual([text])
})

test('a comment that is gone is neither locked nor changed', async () => {
  const { id } = await write('Go away')
  await engagement.comments.remove(creator, id)
  for (const each of [id, 'unknown', 'no id']) {
    expect(await transact(room.db, (trx) => engagement.comments.lockModerated(trx, each))).toBeNull()
    await hide(each)
    expect(await engagement.comments.moderated(each)).toBeNull()
  }
})
