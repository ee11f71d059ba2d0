import { expect, test } from 'vitest'
import {
  addComment,
  appendPage,
  type CommentList,
  foldedReplies,
  hiddenReplies,
  markComment,
  OPEN_REPLIES,
  removeComment,
  replaceComment,
  settleComment,
  showReplies,
} from './comment-list.ts'
import type { ShownComment } from './shown-comment.ts'

function comment(id: string, fields: Partial<ShownComment> = {}): ShownComment {
  return {
    id,
    text: id,
    frame: null,
    onPicture: false,
    createdAt: '2026-05-01T12:00:00.000Z',
    editedAt: null,
    byCreator: false,
    author: { uid: 'u', username: '', avatarUrl: '' },
    likes: 0,
    liked: false,
    pinned: false,
    hidden: false,
    held: false,
    parentId: null,
    replies: [],
    replyCount: 0,
    ...fields,
  }
}

const reply = (id: string, fields: Partial<ShownComment> = {}) => comment(id, { parentId: 'a', ...fields })
const listOf = (...comments: ShownComment[]): CommentList => ({
  comments,
  total: 0,
  nextCursor: null,
  expanded: new Set(),
})
const idsOf = (list: CommentList) => list.comments.map(({ id }) => id)

test('a new comment comes after the pinned one, a new reply last', () => {
  expect(idsOf(addComment(listOf(comment('a')), comment('b')))).toEqual(['b', 'a'])
  expect(idsOf(addComment(listOf(comment('a', { pinned: true }), comment('c')), comment('b')))).toEqual(['a', 'b', 'c'])
  const list = listOf(comment('a', { replies: [reply('1')], replyCount: 1 }))
  const added = addComment(list, reply('2')).comments[0]!
  expect([added.replies.map(({ id }) => id), added.replyCount]).toEqual([['1', '2'], 2])
  expect(addComment(list, reply('2', { held: true })).comments[0]!.replyCount).toBe(1)
})

test('a stored comment takes the place of the pending one, and comes once in a list that has it already', () => {
  const list = addComment(listOf(comment('a')), comment('pending-1'))
  expect(idsOf(settleComment(list, 'pending-1', comment('b')))).toEqual(['b', 'a'])
  expect(idsOf(settleComment(listOf(comment('b'), comment('a')), 'pending-1', comment('b')))).toEqual(['b', 'a'])
  const answered = addComment(listOf(comment('a')), reply('pending-2'))
  const settled = settleComment(answered, 'pending-2', reply('r')).comments[0]!
  expect([settled.replies.map(({ id }) => id), settled.replyCount]).toEqual([['r'], 1])
})

test('a comment goes with its replies, a reply alone', () => {
  const list = listOf(
    comment('a', { replies: [reply('1'), reply('2', { hidden: true })], replyCount: 1 }),
    comment('b'),
  )
  expect(idsOf(removeComment(list, 'a'))).toEqual(['b'])
  expect(removeComment(list, '1').comments[0]).toMatchObject({ replyCount: 0, replies: [{ id: '2' }] })
  expect(removeComment(list, '2').comments[0]).toMatchObject({ replyCount: 1, replies: [{ id: '1' }] })
  expect(removeComment(list, 'unknown')).toEqual(list)
})

test('pinning moves a comment to the top and unpins the other', () => {
  const list = listOf(comment('a', { pinned: true }), comment('b'), comment('c', { replies: [reply('1')] }))
  const pinned = replaceComment(list, comment('c', { pinned: true }))
  expect(pinned.comments.map(({ id, pinned }) => [id, pinned])).toEqual([
    ['c', true],
    ['a', false],
    ['b', false],
  ])
  expect(pinned.comments[0]!.replies).toHaveLength(1)
  expect(markComment(list, 'c', 'pin', true)).toEqual(pinned)
  expect(markComment(pinned, 'c', 'pin', false).comments[0]).toMatchObject({ id: 'c', pinned: false })
})

test('hiding a comment unpins it and takes it and its replies from the total, showing it again returns them', () => {
  const list = { ...listOf(comment('a', { pinned: true, replies: [reply('1')], replyCount: 1 })), total: 5 }
  const hidden = markComment(list, 'a', 'hide', true)
  expect(hidden).toMatchObject({ total: 3, comments: [{ hidden: true, pinned: false, replies: [{ id: '1' }] }] })
  expect(markComment(hidden, 'a', 'hide', true).total).toBe(3)
  expect(markComment(hidden, 'a', 'hide', false)).toMatchObject({ total: 5, comments: [{ hidden: false }] })
})

test('a held reply that is let through counts with its comment, and in total once that is shown', () => {
  const listWith = (parent: Partial<ShownComment>) => ({
    ...listOf(comment('a', { replies: [reply('1', { held: true })], ...parent })),
    total: 1,
  })
  const passed = { replyCount: 1, replies: [{ id: '1', held: false }] }
  expect(markComment(listWith({}), '1', 'hide', false)).toMatchObject({ total: 2, comments: [passed] })
  expect(markComment(listWith({ hidden: true }), '1', 'hide', false)).toMatchObject({ total: 1, comments: [passed] })
})

test('a page leaves out what is there already', () => {
  const page = { comments: [comment('b'), comment('c')], total: 3, nextCursor: 'next' }
  const list = appendPage(listOf(comment('a'), comment('b')), page)
  expect(idsOf(list)).toEqual(['a', 'b', 'c'])
  expect(list).toMatchObject({ total: 3, nextCursor: 'next' })
})

test('the number behind ‘Show more replies’ leaves out hidden and held ones', () => {
  const a = comment('a', { replies: [reply('1'), reply('2', { held: true })], replyCount: 4 })
  const list = listOf(a)
  expect(hiddenReplies(list, a)).toBe(3)
  const all = showReplies(list, 'a', [reply('1'), reply('2'), reply('3'), reply('4')])
  expect(hiddenReplies(all, all.comments[0]!)).toBe(0)
})

test('the replies after the first ones are folded, but for one’s own, until all are shown', () => {
  const own = { author: { uid: 'me', username: '', avatarUrl: '' } }
  const a = comment('a', { replies: [reply('1'), reply('2'), reply('3', own)], replyCount: 5 })
  expect([...foldedReplies(listOf(a), a, 'me', OPEN_REPLIES.phone)]).toEqual(['2'])
  expect([...foldedReplies(listOf(a), a, null, OPEN_REPLIES.phone)]).toEqual(['2', '3'])
  expect([...foldedReplies(listOf(a), a, 'me', OPEN_REPLIES.wide)]).toEqual([])
  expect([...foldedReplies(listOf(a), a, null, OPEN_REPLIES.wide)]).toEqual(['3'])
  const all = showReplies(listOf(a), 'a', a.replies)
  expect([...foldedReplies(all, a, null, OPEN_REPLIES.phone)]).toEqual([])
})
