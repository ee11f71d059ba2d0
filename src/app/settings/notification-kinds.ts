import type { NotificationKind } from '#community/notification.ts'

/** The kinds that Settings offers, in their order. */
export const shownKinds: readonly { kind: NotificationKind; label: string }[] = [
  { kind: 'episode', label: 'New episodes of creators you follow' },
  { kind: 'reply', label: 'Replies to your comments' },
  { kind: 'comment', label: 'Comments on your episodes' },
  { kind: 'milestone', label: 'Likes of your episodes: the first, the 10th, the 100th' },
  { kind: 'follower', label: 'New followers' },
  { kind: 'subtitle', label: 'Subtitles offered for your episodes, and reviews of yours' },
  { kind: 'decision', label: 'Decisions of moderators, and answers to your reports' },
]
