import { metadataExample } from '#catalog/episode-metadata-schemas.server.ts'
import { profileExample } from './accounts.ts'
import { commentExample } from './comments.ts'
import { episodeId } from './ids.ts'
import { subtitleExample } from './subtitles.ts'

export const followedCreatorsExample = {
  creators: [{ ...profileExample, following: true }],
  nextCursor: null,
}

const commentExcerptExample = {
  id: commentExample.id,
  text: commentExample.text,
  createdAt: commentExample.createdAt,
  author: commentExample.author,
  parentId: null,
  held: false,
}

export const notificationExample = {
  id: 'cb1m4cq0f2h8uy7xg3tqs5ikbn',
  kind: 'comment' as const,
  createdAt: commentExample.createdAt,
  read: false,
  episode: { id: episodeId, title: metadataExample.title },
  comment: commentExcerptExample,
}

const reviewExample = {
  id: 'vq3n8dw1k5zt7ya0mc4hs6jxpe',
  kind: 'subtitle' as const,
  createdAt: commentExample.createdAt,
  read: true,
  episode: notificationExample.episode,
  subtitle: {
    id: subtitleExample.id,
    language: 'ja',
    label: 'Japanese',
    outcome: 'changes' as const,
    words: 'The second line is early.',
  },
}

export const notificationsExample = { notifications: [notificationExample, reviewExample], unread: 1, nextCursor: null }

export const bellEventsExample = [
  'retry: 2000',
  `event: notification\nid: bn40MQ\ndata: ${JSON.stringify(notificationExample)}`,
  `event: unread\nid: bn40MQ\ndata: ${JSON.stringify({ count: 1 })}`,
  '',
].join('\n\n')

export const notificationSettingsExample = {
  episode: true,
  reply: true,
  comment: true,
  milestone: false,
  follower: true,
  decision: true,
  subtitle: true,
  digest: 'weekly' as const,
}
