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
