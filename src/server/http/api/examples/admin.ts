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
