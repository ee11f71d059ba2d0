import { profileExample } from './accounts.ts'
import { uid } from './ids.ts'

export const commentExample = {
  id: '9jwa35r2fngvs932xmd88s6atp',
  text: 'The rain at the end!',
  frame: null,
  onPicture: false,
  createdAt: '2026-03-04T18:25:00.000Z',
  editedAt: null,
  author: { uid: '93si9vazvxkwhiwr97qbxmb5xh', username: '', avatarUrl: '' },
  byCreator: false,
  likes: 0,
  liked: false,
  pinned: false,
  hidden: false,
  held: false,
  parentId: null,
  replies: [],
  replyCount: 0,
}

const replyExample = {
  ...commentExample,
  id: 'e8d4gpy2xjv0t5dq3nms8n6w1k',
  text: 'Drawn on a real one.',
  author: { uid, username: profileExample.username, avatarUrl: profileExample.avatarUrl },
  byCreator: true,
  parentId: commentExample.id,
}

export const commentsExample = {
  comments: [{ ...commentExample, replies: [replyExample], replyCount: 1 }],
  total: 2,
  nextCursor: null,
}

export const repliesExample = { comments: [replyExample], total: 1, nextCursor: null }
