import { expect, test } from 'vitest'
import type { Notification } from '#community/notification.ts'
import { digestMail } from './mails.ts'

const at = new Date('2026-05-01T12:00:00.000Z')
const stored: Notification = {
  id: 'n1',
  kind: 'episode',
  createdAt: at,
  read: false,
  episode: { id: 'e1', title: 'Paper boats', poster: null, nsfw: false, durationSeconds: null },
  creator: { uid: 'c1', username: 'Mika', avatarUrl: '', founderBadge: false },
}
const content = {
  digest: 'weekly' as const,
  notifications: [stored],
  more: 0,
  publicUrl: 'https://hoshi.example',
  unsubscribeUrl: 'https://hoshi.example/unsubscribe?token=x.y',
}

test('names each notification with its address, and how to stop', () => {
  expect(digestMail(content)).toEqual({
    subject: '1 new notification on Hoshi',
    text: [
      'This week:',
      '',
      '- Mika published Paper boats',
      '  https://hoshi.example/watch/e1',
      '',
      'You are getting this email because you turned on the weekly digest.',
      'Unsubscribe (no login needed): https://hoshi.example/unsubscribe?token=x.y',
      '',
    ].join('\n'),
  })
})

test('counts what it does not name', () => {
  const mail = digestMail({ ...content, digest: 'daily', more: 12 })
  expect(mail.subject).toBe('13 new notifications on Hoshi')
  expect(mail.text).toContain('Since yesterday:\n')
  expect(mail.text).toContain('and 12 more: https://hoshi.example/notifications\n')
})

test('keeps a comment of several lines on one, and leads to it', () => {
  const comment = {
    id: 'c',
    text: 'One\n\n  two',
    createdAt: at,
    author: { uid: 'u', username: '', avatarUrl: '' },
    parentId: null,
    held: false,
  }
  const { text } = digestMail({ ...content, notifications: [{ ...stored, kind: 'comment', comment }] })
  expect(text).toContain(
    '- Mika commented on Paper boats: One two\n  https://hoshi.example/watch/e1?comment=c#comment-c\n',
  )
})
