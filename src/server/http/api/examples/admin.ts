import { accountExample, profileExample } from './accounts.ts'
import { uid } from './ids.ts'

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
