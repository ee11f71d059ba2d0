import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { setUpCommentedRoom } from '#tests/support/worlds/commented-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import type { Engagement } from '../engagement.server.ts'

let room: TestCatalog
let engagement: Engagement
let creator: Account
let viewer: Account
let episode: Episode

const { write, textsFor } = setUpCommentedRoom((opened) => {
  ;({ room, engagement, creator, viewer, episode } = opened)
})

const refusal = (code: string) => expect.objectContaining({ code })
const countOf = async () => (await engagement.counts.of([episode.id])).get(episode.id)!.comments

async function likeBy(count: number, id: string): Promise<void> {
  for (let n = 0; n < count; n += 1) await engagement.comments.like(await room.addViewer(), id, true)
}

describe('replies', () => {
  test('come with their comment, the first three and their number, and in pages, oldest first', async () => {
    const { id } = await write('How?')
    for (let n = 1; n <= 5; n += 1) {
      room.clock.set(`2026-05-01T12:00:0${n}.000Z`)
      await write(`Answer ${n}`, id)
    }
    const { comments, total } = await engagement.comments.on(episode.id, null, {})
    expect(comments).toMatchObject([{ text: 'How?', replyCount: 5, parentId: null }])
    expect(comments[0]!.replies.map(({ text }) => text)).toEqual(['Answer 1', 'Answer 2', 'Answer 3'])
    expect(comments[0]!.replies[0]).toMatchObject({ parentId: id, replies: [], replyCount: 0 })
    expect(total).toBe(6)
    const first = await engagement.comments.repliesTo(id, null, { limit: 3 })
    const second = await engagement.comments.repliesTo(id, null, { limit: 3, cursor: first.nextCursor! })
    expect([...first.comments, ...second.comments].map(({ text }) => text)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `Answer ${n}`),
    )
    expect([first.total, second.total, second.nextCursor]).toEqual([5, 5, null])
  })

  test('have no replies, and need a comment of the same episode', async () => {
    const { id } = await write('How?')
    const { id: replyId } = await write('So', id)
    const other = await room.publish(creator)
    await expect(engagement.comments.write(viewer, episode.id, 'Why?', { parentId: replyId })).rejects.toEqual(
      refusal('engagement.reply_to_reply'),
    )
    for (const [episodeId, parentId] of [
      [other.id, id],
      [episode.id, 'unknown'],
      [episode.id, 'not an id'],
    ] as const) {
      await expect(engagement.comments.write(viewer, episodeId, 'Why?', { parentId })).rejects.toEqual(
        refusal('engagement.comment_not_found'),
      )
    }
  })

  test('go with a deleted or hidden comment, and come back with a shown one', async () => {
    const { id } = await write('How?')
    await write('So', id)
    await write('Or so', id)
    await engagement.comments.hide(creator, id, true)
    expect([await countOf(), await textsFor(null)]).toEqual([0, []])
    await engagement.comments.hide(creator, id, false)
    expect([await countOf(), await textsFor(null)]).toEqual([3, ['How?']])
    await engagement.comments.remove(creator, id)
    expect([await countOf(), await textsFor(null)]).toEqual([0, []])
    const { rows } = await sql`select from comments`.execute(room.db)
    expect(rows).toEqual([])
  })
})

describe('lists', () => {
  test('by Top order by likes and replies, then by age, in pages without gaps', async () => {
    for (const [n, likes] of [0, 2, 1, 0, 2].entries()) {
      room.clock.set(`2026-05-01T12:00:0${n}.000Z`)
      const { id } = await write(`Comment ${n}`)
      await likeBy(likes, id)
      // A reply is half a like.
      if (n === 3) await write('Reply', id)
    }
    const order = ['Comment 4', 'Comment 1', 'Comment 2', 'Comment 3', 'Comment 0']
    expect(await textsFor(null, 'top')).toEqual(order)
    const texts: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await engagement.comments.on(episode.id, null, { sort: 'top', limit: 1, cursor })
      texts.push(...page.comments.map(({ text }) => text))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(texts).toEqual(order)
  })

  test('refuse a cursor of the other order', async () => {
    await write('One')
    await write('Two')
    const newest = await engagement.comments.on(episode.id, null, { limit: 1 })
    const top = await engagement.comments.on(episode.id, null, { limit: 1, sort: 'top' })
    for (const query of [
      { sort: 'top' as const, cursor: newest.nextCursor! },
      { sort: 'newest' as const, cursor: top.nextCursor! },
    ]) {
      await expect(engagement.comments.on(episode.id, null, query)).rejects.toEqual(
        refusal('engagement.cursor_invalid'),
      )
    }
  })

  test('begin with the pinned comment, of which there is one, and have it once', async () => {
    const [one, , three] = [await write('One'), await write('Two'), await write('Three')]
    await engagement.comments.pin(creator, three.id, true)
    expect(await engagement.comments.pin(creator, one.id, true)).toMatchObject({ pinned: true })
    for (const sort of ['newest', 'top'] as const) {
      const texts: string[] = []
      for (let cursor: string | undefined, at = 0; at < 3; at += 1) {
        const page = await engagement.comments.on(episode.id, null, { sort, limit: 1, cursor })
        texts.push(...page.comments.map(({ text, pinned }) => `${text}${pinned ? ' (pinned)' : ''}`))
        cursor = page.nextCursor ?? undefined
      }
      expect(texts[0]).toBe('One (pinned)')
      expect([...texts].sort()).toEqual(['One (pinned)', 'Three', 'Two'])
    }
    await engagement.comments.pin(creator, one.id, false)
    expect((await engagement.comments.on(episode.id, null, {})).comments.some(({ pinned }) => pinned)).toBe(false)
  })

  test('tell who wrote and who likes', async () => {
    const { id } = await engagement.comments.write(creator, episode.id, 'Mine')
    await engagement.comments.write(viewer, episode.id, 'Theirs')
    await engagement.comments.like(viewer, id, true)
    const { comments } = await engagement.comments.on(episode.id, viewer, { sort: 'top' })
    expect(comments).toMatchObject([
      { text: 'Mine', byCreator: true, likes: 1, liked: true, author: { username: 'Mika' } },
      { text: 'Theirs', byCreator: false, likes: 0, liked: false, author: { username: '', avatarUrl: '' } },
    ])
    expect(await engagement.comments.like(viewer, id, true)).toEqual({ likes: 1, liked: true })
    expect(await engagement.comments.like(viewer, id, false)).toEqual({ likes: 0, liked: false })
  })
})

describe('hidden and held comments', () => {
  test('are additional rows for their author and the creator, which no count includes', async () => {
    const [hidden, , held] = [await write('Hidden'), await write('Shown'), await write('http://a http://b http://c')]
    await engagement.comments.hide(creator, hidden.id, true)
    expect(held).toMatchObject({ held: true })
    expect(await countOf()).toBe(1)
    for (const [reader, texts] of [
      [null, ['Shown']],
      [viewer, ['Shown']],
      [hidden.author, ['Hidden', 'Shown']],
      [held.author, [held.text, 'Shown']],
      [creator, ['Hidden', 'Shown', held.text]],
    ] as const) {
      for (const sort of ['newest', 'top'] as const) {
        expect((await textsFor(reader, sort)).sort()).toEqual([...texts].sort())
        expect((await engagement.comments.on(episode.id, reader, { sort })).total).toBe(1)
      }
    }
  })

  test('are absent to everybody else', async () => {
    const { id, author } = await write('Hidden')
    const { id: replyId } = await write('A reply', id)
    await engagement.comments.hide(creator, id, true)
    for (const hiddenId of [id, replyId]) {
      const missing = refusal('engagement.comment_not_found')
      await expect(engagement.comments.like(viewer, hiddenId, true)).rejects.toEqual(missing)
      await expect(engagement.comments.repliesTo(hiddenId, null, {})).rejects.toEqual(missing)
      await expect(engagement.comments.remove(viewer, hiddenId)).rejects.toEqual(missing)
      await expect(engagement.comments.edit(viewer, hiddenId, 'Mine')).rejects.toEqual(missing)
      await expect(engagement.comments.hide(viewer, hiddenId, false)).rejects.toEqual(missing)
    }
    await expect(engagement.comments.write(viewer, episode.id, 'Reply', { parentId: id })).rejects.toEqual(
      refusal('engagement.comment_not_found'),
    )
    expect(await engagement.comments.find(id, author)).toMatchObject({ hidden: true, replies: [{ text: 'A reply' }] })
  })

  test('are let through by the creator, and pinned only when everybody sees them', async () => {
    const { id } = await write('http://a http://b http://c')
    const { id: replyId } = await write('Thanks', (await write('Open')).id)
    for (const wrong of [id, replyId]) {
      await expect(engagement.comments.pin(creator, wrong, true)).rejects.toEqual(
        refusal('engagement.comment_not_pinnable'),
      )
    }
    expect(await engagement.comments.hide(creator, id, false)).toMatchObject({ held: false, hidden: false })
    expect(await countOf()).toBe(3)
    await engagement.comments.pin(creator, id, true)
    expect(await engagement.comments.hide(creator, id, true)).toMatchObject({ hidden: true, pinned: false })
  })

  test('of replies leave the number of replies', async () => {
    const { id } = await write('How?')
    const reply = await write('So', id)
    await engagement.comments.hide(creator, reply.id, true)
    const seenBy = async (reader: Account | null) => (await engagement.comments.on(episode.id, reader, {})).comments[0]
    expect(await seenBy(null)).toMatchObject({ replyCount: 0, replies: [] })
    expect(await seenBy(reply.author)).toMatchObject({ replyCount: 0, replies: [{ hidden: true }] })
    expect(await seenBy(creator)).toMatchObject({ replyCount: 0, replies: [{ hidden: true }] })
  })
})
