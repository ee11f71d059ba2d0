import { expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { setUpCommentedRoom } from '#tests/support/worlds/commented-room.server.ts'
import type { Engagement } from '../engagement.server.ts'

let engagement: Engagement
let creator: Account
let episode: Episode

const { write, textsFor } = setUpCommentedRoom((opened) => {
  ;({ engagement, creator, episode } = opened)
})

const hidden = { hidden: true, hiddenByModerator: true }
const hide = (id: string) => engagement.moderateComment(id, async () => hidden)

test('a comment that a moderator hid is seen by its author and the creator, who cannot show it', async () => {
  const { id, author } = await write('Go away')
  await hide(id)
  expect(await textsFor(null)).toEqual([])
  expect(await textsFor(author)).toEqual(['Go away'])
  expect(await textsFor(creator)).toEqual(['Go away'])
  await expect(engagement.hideComment(creator, id, false)).rejects.toMatchObject({
    code: 'engagement.hidden_by_moderator',
  })
  expect((await engagement.countsFor([episode.id])).get(episode.id)!.comments).toBe(0)
  expect(await engagement.moderatedComment(id)).toMatchObject({
    ...hidden,
    episodeId: episode.id,
    authorUid: author.uid,
  })
})

test('it is as hidden as before once that is taken back', async () => {
  const { id } = await write('Go away')
  await engagement.hideComment(creator, id, true)
  await hide(id)
  await engagement.moderateComment(id, async () => ({ hidden: true, hiddenByModerator: false }))
  expect(await textsFor(null)).toEqual([])
  await engagement.hideComment(creator, id, false)
  expect(await textsFor(null)).toEqual(['Go away'])
})

test('a held one is let through, and waits again once that is taken back', async () => {
  const text = 'https://a.example https://b.example https://c.example'
  const { id, author } = await write(text)
  expect(await textsFor(null)).toEqual([])
  await engagement.moderateComment(id, async (_trx, comment) => ({ held: !comment!.held }))
  expect(await textsFor(null)).toEqual([text])
  await engagement.moderateComment(id, async () => ({ held: true }))
  expect(await textsFor(null)).toEqual([])
  expect(await textsFor(author)).toEqual([text])
})

test('work is told that a comment is gone', async () => {
  const { id } = await write('Go away')
  await engagement.removeComment(creator, id)
  const told: unknown[] = []
  for (const each of [id, 'unknown', 'no id']) {
    await engagement.moderateComment(each, async (_trx, comment) => {
      told.push(comment)
      return hidden
    })
  }
  expect(told).toEqual([null, null, null])
  expect(await engagement.moderatedComment(id)).toBeNull()
})
