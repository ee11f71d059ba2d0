import { splitComment } from '#app/comments/comment-text.ts'
import { decisionPath, episodePath } from '#app/messages/episode-path.ts'
import { type NotificationText, notificationText } from '#app/messages/notifications.ts'
import { formatAge } from '#app/ui/age.ts'
import type { IconName } from '#app/ui/icon.tsx'
import type { Notification, NotificationKind } from '#community/notification.ts'

/** A part of a quoted comment or review. */
export interface QuotePart {
  text: string
  /** Path of the page that plays the episode from a time; null without a time. */
  path: string | null
}

/** A notification as pages show it. */
export interface NotificationItem extends Omit<NotificationText, 'quote'> {
  id: string
  /** The comment or the words of a review; empty without. */
  quote: QuotePart[]
  read: boolean
  /** Path of the page that it leads to. */
  path: string
  icon: IconName
  kindName: string
  at: Date
  age: string
  avatarUrl: string
  /** Poster of its episode; null without one, and for an adult one. */
  poster: string | null
}

const kinds: Record<NotificationKind, { icon: IconName; name: string }> = {
  episode: { icon: 'film', name: 'New episode' },
  reply: { icon: 'reply', name: 'Reply' },
  comment: { icon: 'note', name: 'Comment on your episode' },
  milestone: { icon: 'heart', name: 'Likes on your episode' },
  follower: { icon: 'follow', name: 'New followers' },
  decision: { icon: 'shield', name: 'Moderation' },
  subtitle: { icon: 'cc', name: 'Subtitles' },
}

export function toNotificationItem(notification: Notification, now: Date): NotificationItem {
  const { id, kind, read, createdAt, episode, creator, comment } = notification
  const profilePath = creator && (kind === 'episode' || kind === 'follower') ? `/creator/${creator.uid}` : null
  const { quote, ...sentence } = notificationText(notification)
  return {
    ...sentence,
    quote: toQuote(quote, episode),
    id,
    read,
    at: createdAt,
    age: formatAge(createdAt, now),
    icon: kinds[kind].icon,
    kindName: comment?.held ? 'Needs your approval: contains links' : kinds[kind].name,
    path: decisionPath(notification.decision) ?? episodePath(notification) ?? profilePath ?? '/notifications',
    avatarUrl: creator?.avatarUrl ?? '',
    poster: episode && !episode.nsfw ? episode.poster : null,
  }
}

/** The text with the times of its episode as links. */
function toQuote(text: string, episode: Notification['episode']): QuotePart[] {
  return splitComment(text, episode?.durationSeconds ?? null).map((part) => ({
    text: part.text,
    path: part.kind === 'time' && episode ? `/watch/${episode.id}?t=${part.seconds}` : null,
  }))
}
