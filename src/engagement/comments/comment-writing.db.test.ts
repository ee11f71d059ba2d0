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

const { write, textsFor, removeLimits } = setUpCommentedRoom((opened) => {
  ;({ room, engagement, creator, viewer, episode } = opened)
})

const refusal = (code: string) => expect.objectContaining({ code })
const countOf = async () => (await engagement.counts.of([episode.id])).get(episode.id)!.comments

describe('writing', () => {
  test('is limited to 3 a minute and 60 a day, and refused comments do not count', async () => {
    await expect(engagement.comments.write(viewer, episode.id, ' ')).rejects.toEqual(
      refusal('engagement.comment_required'),
    )
    await engagement.comments.write(viewer, episode.id, 'One')
    await expect(engagement.comments.write(viewer, episode.id, 'One')).rejects.toEqual(
      refusal('engagement.comment_repeated'),
    )
    await engagement.comments.write(viewer, episode.id, 'Two')
    await engagement.comments.write(viewer, episode.id, 'Three')
    await expect(engagement.comments.write(viewer, episode.id, 'Four')).rejects.toMatchObject({
      code: 'engagement.too_many_comments',
      details: { retryAfterSeconds: expect.any(Number) },
    })
    const { rows } = await sql`select used from rate_limits where key = ${`comments-day:${viewer.uid}`}`.execute(
      room.db,
    )
    expect(rows).toEqual([{ used: 3 }])
    await sql`update rate_limits set ends_at = now() - interval '1 second' where key = ${`comments:${viewer.uid}`}`.execute(
      room.db,
    )
    await sql`update rate_limits set used = 60 where key = ${`comments-day:${viewer.uid}`}`.execute(room.db)
    await expect(engagement.comments.write(viewer, episode.id, 'Five')).rejects.toMatchObject({
      code: 'engagement.too_many_comments_today',
    })
  })

  test('the same text again is refused for ten minutes, on any episode and at once', async () => {
    const other = await room.publish(creator)
    const both = await Promise.allSettled(
      [episode, other].map(({ id }) => engagement.comments.write(viewer, id, 'Lovely film')),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    room.clock.set('2026-05-01T12:09:59.000Z')
    await expect(engagement.comments.write(viewer, other.id, 'Lovely film')).rejects.toEqual(
      refusal('engagement.comment_repeated'),
    )
    room.clock.set('2026-05-01T12:10:01.000Z')
    expect(await engagement.comments.write(viewer, other.id, 'Lovely film')).toMatchObject({ text: 'Lovely film' })
  })

  test('is refused where comments are closed, and to blocked accounts', async () => {
    const { author, id } = await write('Before')
    await room.catalog.edit(creator, episode.id, { commentsOpen: false })
    expect(await room.catalog.find(episode.id, null)).toMatchObject({ commentsOpen: false })
    for (const write of [
      () => engagement.comments.write(viewer, episode.id, 'Closed'),
      () => engagement.comments.write(creator, episode.id, 'Closed'),
      () => engagement.comments.edit(author, id, 'Changed'),
    ]) {
      await expect(write()).rejects.toEqual(refusal('engagement.comments_closed'))
    }
    await room.catalog.edit(creator, episode.id, { commentsOpen: true })
    await engagement.comments.block(creator, author.uid, true)
    await engagement.comments.block(creator, author.uid, true)
    for (const write of [
      () => engagement.comments.write(author, episode.id, 'Blocked'),
      () => engagement.comments.edit(author, id, 'Changed'),
    ]) {
      await expect(write()).rejects.toEqual(refusal('engagement.comments_blocked'))
    }
    expect(await textsFor(null)).toEqual(['Before'])
    const elsewhere = await room.publish(await room.addCreator())
    expect(await engagement.comments.write(author, elsewhere.id, 'Hello')).toMatchObject({ text: 'Hello' })
    await engagement.comments.block(creator, author.uid, false)
    expect(await engagement.comments.write(author, episode.id, 'Back')).toMatchObject({ text: 'Back' })
  })

  test('a creator sees whom they blocked, with the newest comment on their episodes', async () => {
    const { author } = await write('Older words')
    room.clock.set('2026-05-01T12:05:00.000Z')
    await engagement.comments.write(author, episode.id, 'Newer words')
    const elsewhere = await room.publish(await room.addCreator())
    room.clock.set('2026-05-01T12:10:00.000Z')
    await engagement.comments.write(author, elsewhere.id, 'Words for somebody else')
    const other = await room.addViewer()
    await engagement.comments.block(creator, author.uid, true)
    await engagement.comments.block(creator, other.uid, true)
    const blocked = await engagement.comments.blocked(creator)
    const facts = { username: '', avatarUrl: '', blockedAt: room.clock.now() }
    expect(blocked).toHaveLength(2)
    expect(blocked).toContainEqual({ ...facts, uid: author.uid, lastComment: 'Newer words' })
    expect(blocked).toContainEqual({ ...facts, uid: other.uid, lastComment: null })
    expect(await engagement.comments.blocked(author)).toEqual([])
  })

  test('blocks are for creators, of other accounts that exist', async () => {
    for (const [who, uid, code] of [
      [viewer, creator.uid, 'creators.creators_only'],
      [creator, creator.uid, 'engagement.block_self'],
      [creator, 'unknown', 'engagement.account_not_found'],
    ] as const) {
      await expect(engagement.comments.block(who, uid, true)).rejects.toEqual(refusal(code))
    }
  })

  test('an edit is marked, checked again, and for the author only', async () => {
    const { id } = await engagement.comments.write(viewer, episode.id, 'One')
    await engagement.comments.write(viewer, episode.id, 'Two')
    expect(await engagement.comments.edit(viewer, id, 'One')).toMatchObject({ editedAt: null })
    room.clock.set('2026-05-01T12:01:00.000Z')
    expect(await engagement.comments.edit(viewer, id, 'Uno')).toMatchObject({
      text: 'Uno',
      createdAt: new Date('2026-05-01T12:00:00.000Z'),
      editedAt: new Date('2026-05-01T12:01:00.000Z'),
    })
    await removeLimits()
    await expect(engagement.comments.edit(viewer, id, 'Two')).rejects.toEqual(refusal('engagement.comment_repeated'))
    await expect(engagement.comments.edit(viewer, id, ' ')).rejects.toEqual(refusal('engagement.comment_required'))
    await expect(engagement.comments.edit(creator, id, 'Mine')).rejects.toEqual(refusal('engagement.author_only'))
    await engagement.comments.pin(creator, id, true)
    const linked = await engagement.comments.edit(viewer, id, 'http://a http://b http://c')
    expect(linked).toMatchObject({ held: true, pinned: false })
    expect(await countOf()).toBe(1)
    expect(await engagement.comments.edit(viewer, id, 'http://a')).toMatchObject({ held: false })
    expect(await countOf()).toBe(2)
  })

  test('edits count like comments, but not those that change nothing or are refused', async () => {
    const { id } = await engagement.comments.write(viewer, episode.id, 'One')
    await engagement.comments.edit(viewer, id, 'One')
    await engagement.comments.edit(viewer, id, 'Two')
    await expect(engagement.comments.edit(viewer, id, ' ')).rejects.toEqual(refusal('engagement.comment_required'))
    await engagement.comments.edit(viewer, id, 'Three')
    const tooMany = expect.objectContaining({ code: 'engagement.too_many_comments' })
    await expect(engagement.comments.edit(viewer, id, 'Four')).rejects.toEqual(tooMany)
    await expect(engagement.comments.write(viewer, episode.id, 'Four')).rejects.toEqual(tooMany)
  })

  test('one of two comments that are edited to the same text at once is refused', async () => {
    const other = await room.publish(creator)
    const ids = [
      await engagement.comments.write(viewer, episode.id, 'One'),
      await engagement.comments.write(viewer, other.id, 'Two'),
    ]
    await removeLimits()
    const both = await Promise.allSettled(ids.map(({ id }) => engagement.comments.edit(viewer, id, 'Same')))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('the creator’s own links are not held', async () => {
    expect(await engagement.comments.write(creator, episode.id, 'http://a http://b http://c')).toMatchObject({
      held: false,
    })
  })
})
