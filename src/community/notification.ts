import type { EpisodeCreator } from '#catalog/episode.ts'
import type { CommentExcerpt } from '#engagement/comments/comment.ts'
import type { ReviewOutcome, Subtitle } from '#subtitles/subtitle.ts'

/** The kinds of notifications. @see docs/product.md#notifications */
export const notificationKinds = [
  'episode',
  'reply',
  'comment',
  'milestone',
  'follower',
  'decision',
  'subtitle',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const digests = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof digests)[number]

/** A person's choice of kinds, and how often a mail sums them up. */
export type NotificationSettings = Record<NotificationKind, boolean> & { digest: Digest }

/** Settings of a person who has changed none. */
export const defaultSettings: NotificationSettings = {
  episode: true,
  reply: true,
  comment: true,
  milestone: true,
  follower: true,
  decision: true,
  subtitle: true,
  digest: 'off',
}

/** @see docs/product.md#limits */
export const NOTIFICATIONS_PAGE = 20
export const NOTIFICATIONS_PAGE_MAX = 60
/** Characters of a reviewer's words that the notification quotes. */
export const REVIEW_WORDS_QUOTED = 200
/** How long a notification is kept. */
export const NOTIFICATION_DAYS = 90

/** A moderator's decision and its subject, as it was at that time. */
export interface DecisionNews {
  /** A decision about a thing of the recipient, the answer to a report of theirs, or to an appeal. */
  about: 'decision' | 'report' | 'appeal'
  /** The decision, as moderation names it. */
  decision: string
  /** The outcome of an appeal, or of a decision that was taken back without one. */
  outcome?: string
  subject: { kind: 'episode' | 'comment' | 'note' | 'subtitle' | 'creator'; id: string; title: string }
}

/** A review of a text by the creator of the episode, as it was at that time. */
export interface ReviewNews {
  outcome: ReviewOutcome
  /** Cut to `REVIEW_WORDS_QUOTED`; absent without any. */
  words?: string
}

/** A text that somebody offered, or, with an outcome, how one of the recipient's was reviewed. */
export type SubtitleNews = Pick<Subtitle, 'id' | 'language' | 'label'> & Partial<ReviewNews>

/** A notification, as its recipient may see it now. */
export interface Notification {
  id: string
  kind: NotificationKind
  /** When it happened; for a group of followers, when the last one joined. */
  createdAt: Date
  read: boolean
  episode?: { id: string; title: string; poster: string | null; nsfw: boolean; durationSeconds: number | null }
  /** The person who published, wrote, followed or offered subtitles; absent without a public profile. */
  creator?: EpisodeCreator
  comment?: CommentExcerpt
  /** Likes of a milestone; followers in a group. */
  count?: number
  /** Only of a decision. */
  decision?: DecisionNews
  /** Only of subtitles. */
  subtitle?: SubtitleNews
}

export interface NotificationPage {
  notifications: Notification[]
  /** Exact number of unread ones in the entire list. */
  unread: number
  /** Opaque; null on the last page. */
  nextCursor: string | null
}

/** Whether this number of likes is announced: 1, 10, 100 and so on. */
export function isMilestone(likes: number): boolean {
  return /^10*$/.test(String(likes))
}
