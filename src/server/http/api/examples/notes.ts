import { uid } from './ids.ts'

export const noteExample = {
  id: '5m2rj8x0qk4v7n1wz6d3hbt9sy',
  text: 'the scarf is on twos',
  frame: 47,
  createdAt: '2026-03-04T18:25:00.000Z',
  author: { uid, username: '', avatarUrl: '' },
  hidden: false,
  pinned: false,
  held: false,
}

export const notesExample = { notes: [noteExample], total: 1 }
