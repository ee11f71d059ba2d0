import { expect, test } from 'vitest'
import type { Notification } from '#community/notification.ts'
import { toNotificationItem } from './notification-item.ts'

const now = new Date('2026-05-01T12:00:00.000Z')
const notification: Notification = {
  id: 'n',
  kind: 'comment',
  createdAt: now,
  read: false,
  episode: { id: 'e', title: 'Rain', poster: null, nsfw: false, durationSeconds: 200 },
  comment: {
    id: 'c',
    text: 'At 2:41, not 9:59',
    createdAt: now,
    parentId: null,
    held: false,
    author: { uid: 'u', username: 'tetsuo', avatarUrl: '' },
  },
}

test('a time of the episode in a quoted comment leads to that second', () => {
  expect(toNotificationItem(notification, now).quote).toEqual([
    { text: 'At ', path: null },
    { text: '2:41', path: '/watch/e?t=161' },
    { text: ', not 9:59', path: null },
  ])
})

test('a notification without a comment quotes nothing', () => {
  const { comment: _, ...liked } = notification
  expect(toNotificationItem({ ...liked, kind: 'milestone', count: 1 }, now).quote).toEqual([])
})
