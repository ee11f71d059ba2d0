import { expect, test } from 'vitest'
import type { Notification } from '#community/notification.ts'
import { plainNotificationText } from './notifications.ts'

const base = { id: 'n', createdAt: new Date(0), read: false }
const episode = { id: 'e', title: 'Rain', poster: null, nsfw: false, durationSeconds: null }
const creator = { uid: 'c', username: 'Ondine', avatarUrl: '', founderBadge: false }
const comment = {
  id: 'k',
  text: 'So gentle',
  createdAt: new Date(0),
  author: { uid: 'u', username: 'tetsuo', avatarUrl: '' },
  parentId: null,
  held: false,
}
const unnamed = { ...comment, author: { uid: 'u', username: '', avatarUrl: '' }, parentId: null }

const text = { id: 't', language: 'ja', label: 'Japanese' }

const subject = { kind: 'episode' as const, id: 'e', title: 'Rain' }
const news = { about: 'decision' as const, decision: 'takedown', subject }

const sentences: [Partial<Notification> & Pick<Notification, 'kind'>, string][] = [
  [{ kind: 'episode', episode, creator }, 'Ondine published Rain'],
  [{ kind: 'episode', episode, creator: { ...creator, username: '' } }, 'Unnamed creator published Rain'],
  [{ kind: 'reply', episode, comment }, 'tetsuo replied to you: So gentle'],
  [{ kind: 'comment', episode, comment }, 'tetsuo commented on Rain: So gentle'],
  [{ kind: 'comment', episode, comment: unnamed }, 'Someone commented on Rain: So gentle'],
  [
    { kind: 'comment', episode, comment: { ...comment, held: true } },
    'A comment needs your approval on Rain: So gentle',
  ],
  [{ kind: 'milestone', episode, count: 1 }, 'The first like for Rain'],
  [{ kind: 'milestone', episode, count: 1000 }, '1,000 likes for Rain'],
  [{ kind: 'follower', creator, count: 1 }, 'Ondine started following you'],
  [{ kind: 'follower', creator, count: 2 }, 'Ondine and 1 other started following you'],
  [{ kind: 'follower', count: 7 }, 'Someone and 6 others started following you'],
  [{ kind: 'subtitle', episode, creator, subtitle: text }, 'Ondine submitted Japanese subtitles for Rain'],
  [
    { kind: 'subtitle', episode, subtitle: { ...text, language: 'pt-BR' } },
    'Someone submitted Portuguese (Brazil) subtitles for Rain',
  ],
  [{ kind: 'subtitle', episode, subtitle: { ...text, language: 'und' } }, 'Someone submitted subtitles for Rain'],
  [
    { kind: 'subtitle', episode, subtitle: { ...text, outcome: 'approved' } },
    'Your Japanese subtitles for Rain were approved',
  ],
  [
    { kind: 'subtitle', episode, subtitle: { ...text, outcome: 'changes', words: 'Too early.' } },
    'Your Japanese subtitles for Rain need changes: Too early.',
  ],
  [
    { kind: 'subtitle', episode, subtitle: { ...text, outcome: 'declined' } },
    'Your Japanese subtitles for Rain were declined',
  ],
  [{ kind: 'decision', decision: news }, 'A moderator took down Rain'],
  [
    { kind: 'decision', decision: { ...news, decision: 'leave' } },
    'A moderator removed the automatic NSFW mark from Rain',
  ],
  [
    { kind: 'decision', decision: { ...news, decision: 'hide', subject: { ...news.subject, kind: 'note' } } },
    'A moderator hid your note: Rain',
  ],
  [
    { kind: 'decision', decision: { ...news, decision: 'hide', subject: { ...news.subject, kind: 'subtitle' } } },
    'A moderator hid your subtitles: Rain',
  ],
  [{ kind: 'decision', decision: { ...news, outcome: 'reversed' } }, 'A decision was reversed: Rain'],
  [{ kind: 'decision', decision: { ...news, about: 'report' } }, 'Your report was reviewed: Rain'],
  [{ kind: 'decision', decision: { ...news, about: 'appeal', outcome: 'reversed' } }, 'Your appeal was granted: Rain'],
  [{ kind: 'decision', decision: { ...news, about: 'appeal', outcome: 'upheld' } }, 'Your appeal was denied: Rain'],
]

test.each(sentences)('%j', (notification, sentence) => {
  expect(plainNotificationText({ ...base, ...notification })).toBe(sentence)
})
