import type { NotificationKind } from '#community/notification.ts'

/** The kinds that Settings offers, in their order. */
export const shownKinds: readonly { kind: NotificationKind; label: string }[] = [
  { kind: 'episode', label: 'New episodes from creators you follow' },
  { kind: 'reply', label: 'Replies to your comments' },
  { kind: 'comment', label: 'Comments on your episodes' },
  { kind: 'milestone', label: 'Like milestones on your episodes: 1st, 10th, 100th' },
  { kind: 'follower', label: 'New followers' },
  { kind: 'subtitle', label: 'Subtitles submitted for your episodes, and reviews of your subtitles' },
  { kind: 'decision', label: 'Moderator decisions and answers to your reports' },
]
