import { uid } from './ids.ts'

export const credentialsExample = { email: 'mika@example.org', password: 'correct horse battery' }

export const profileFieldsExample = {
  username: 'Mika',
  bio: 'Draws two minutes a month.',
  patreonUrl: 'https://www.patreon.com/mika',
}

export const newAccountExample = {
  ...credentialsExample,
  role: 'creator' as const,
  agreedToTerms: true,
  ...profileFieldsExample,
}

export const accountExample = {
  uid,
  email: credentialsExample.email,
  role: 'creator' as const,
  createdAt: '2026-03-01T09:30:00.000Z',
}

export const profileExample = {
  uid,
  ...profileFieldsExample,
  avatarUrl: `/avatars/${uid}/yyp4n2jphxgimb0wgkhviynnhn.webp`,
  joinedAt: accountExample.createdAt,
  founderBadge: true,
  madeByPeople: true,
  episodeCount: 1,
  totalViews: 128,
  genres: ['Drama'],
  followers: 41,
  following: false,
  supportLinks: [{ label: 'Patreon', url: profileFieldsExample.patreonUrl, host: 'patreon.com', verified: false }],
}

export const exportExample = {
  state: 'preparing' as const,
  requestedAt: '2026-03-05T08:00:00.000Z',
  readyAt: null,
}

export const importExample = {
  state: 'finished' as const,
  requestedAt: '2026-03-05T08:00:00.000Z',
  endedAt: '2026-03-05T08:04:00.000Z',
  problem: null,
  reason: null,
  taken: {
    profile: 2,
    picture: 1,
    settings: 0,
    episode: 3,
    subtitles: 4,
    series: 1,
    watchLater: 0,
    history: 0,
    follow: 0,
  },
  alreadyHere: 0,
  leftOut: [
    { kind: 'episode' as const, name: 'Paper boats', code: 'no_file', reason: 'The file is missing from the archive.' },
  ],
  leftOutMore: 0,
}

export const sessionsExample = [
  {
    id: 'w2n7c0k5t9x4b8v1m6q3d0r7y5',
    current: true,
    device: 'Firefox on Linux',
    createdAt: '2026-03-01T09:31:00.000Z',
    lastSeenAt: '2026-03-05T08:00:00.000Z',
  },
  {
    id: 'h4k8s1p6z3j9f2g7l0d5a8e1u6',
    current: false,
    device: 'Safari on iPhone',
    createdAt: '2026-02-11T20:04:00.000Z',
    lastSeenAt: '2026-03-05T06:10:00.000Z',
  },
]

export const pendingEmailExample = { email: 'mika@studio.example', expiresAt: '2026-03-06T08:00:00.000Z' }

export const deletionExample = { erasesAt: '2026-04-04T08:00:00.000Z' }

export const nsfwChoiceExample = { always: true, birthYear: 1990 }
