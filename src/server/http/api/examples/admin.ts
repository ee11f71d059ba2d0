import { accountExample, profileExample } from './accounts.ts'
import { uid, videoId } from './ids.ts'

const adminUid = 'p8c3xk1n6w0v5t9q2m7r4y0bzd'
const reason = 'Harassment in comments under three episodes, after two warnings.'
const suspendedUntil = '2036-03-12T00:00:00.000Z'

export const managedAccountExample = {
  ...accountExample,
  isCreator: true,
  username: profileExample.username,
  avatarUrl: profileExample.avatarUrl,
  founderBadge: true,
  quotaBytes: 53_687_091_200,
  usedBytes: 1_288_490_188,
  episodeCount: 1,
  suspendedUntil,
  suspensionReason: reason,
}

export const accountChangeExample = { suspendedUntil, reason }

export const auditEntryExample = {
  id: '12',
  at: '2026-03-05T08:00:00.000Z',
  actor: { uid: adminUid },
  action: 'account.suspended' as const,
  subject: { kind: 'account' as const, id: uid },
  reason,
  before: { suspendedUntil: null },
  after: { suspendedUntil },
}

export const failedJobExample = {
  id: '6f1c2f0a-3c55-4d0b-9a86-0c7b3a6f2d11',
  kind: 'video.encode',
  subject: { kind: 'video', id: videoId },
  attempts: 3,
  failedAt: '2026-03-05T03:12:00.000Z',
  reason: 'ffmpeg failed: exit code 1',
}

export const overviewExample = {
  storage: {
    totalBytes: 2_000_000_000_000,
    freeBytes: 867_000_000_000,
    videos: { originals: 412_000_000_000, renditions: 690_000_000_000 },
    fullInDays: 212,
  },
  jobs: {
    running: 1,
    waiting: 11,
    failed: 1,
    current: [
      {
        kind: 'video.ladder',
        subject: { kind: 'video', id: videoId },
        startedAt: '2026-03-05T15:38:00.000Z',
        percent: 62,
      },
    ],
  },
  failures: [failedJobExample],
  uploads: [{ day: '2026-03-05', count: 18, bytes: 2_100_000_000, failed: 1 }],
  views: [{ day: '2026-03-05', views: 4212, previews: 388 }],
  mail: { waiting: 0, days: [{ day: '2026-03-05', sent: 212 }] },
  nodes: [
    {
      id: 'q7h2m4x9k1c5v8b3n6d0s2fzta',
      name: 'kita',
      role: 'worker' as const,
      version: '1.8.0',
      startedAt: '2026-02-21T09:00:00.000Z',
      seenAt: '2026-03-05T15:40:00.000Z',
      silent: false,
    },
  ],
  versions: { hoshi: '1.8.0', database: '18.1', schema: 242, ffmpeg: '5.1.9', node: '24.11.0' },
  reports: { open: 6, oldestAt: '2026-03-05T12:40:00.000Z' },
}
export const settingsExample = {
  announcement: '',
  signUp: 'open' as const,
  moderation: 'flag' as const,
  commentPolicy: 'open' as const,
}

export const settingsChangeExample = {
  announcement: 'We move to a larger server on Saturday. Uploads pause from 9 to 10 UTC.',
  commentPolicy: 'hold_links' as const,
}

export const invitationExample = {
  id: 'n3k7x1c5v9b2m6q0w4t8y1p5zr',
  uses: 20,
  usesLeft: 18,
  expiresAt: '2036-04-01T00:00:00.000Z',
  createdAt: '2026-03-05T08:00:00.000Z',
}

export const newInvitationExample = { uses: invitationExample.uses, expiresAt: invitationExample.expiresAt }

export const wordExample = {
  id: 'w6p2k9d4s8h1f5j3n7c0v4x2bm',
  word: 'free money',
  action: 'hold' as const,
  places: ['comment' as const, 'name' as const],
  createdAt: '2026-03-05T08:00:00.000Z',
}

export const newWordExample = { word: wordExample.word, action: wordExample.action, places: wordExample.places }
