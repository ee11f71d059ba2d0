import { roomEvent } from '#platform/room-events.ts'

/**
 * A comment was stored, is held since an edit, or was let through after it was held. `repliesTo` is the author of the
 * comment that it replies to; null for no reply, and while it is held.
 */
export const commentAdded = roomEvent<{
  id: string
  episodeId: string
  authorUid: string
  repliesTo: string | null
  /** Whether it is shown on the picture. */
  onPicture: boolean
  held: boolean
}>('engagement.comment-added')

/**
 * A comment and its replies are about to be deleted, or who sees them has changed. People who were told of them are told
 * their unread notifications again. `isWaiting`: the comment is held from now on, and nobody has hidden it.
 */
export const commentsChanged = roomEvent<{ id: string; onPicture: boolean; isWaiting: boolean }>(
  'engagement.comments-changed',
)

/** Somebody who did not like the episode does now; `likes` includes them. */
export const episodeLiked = roomEvent<{ episodeId: string; likes: number }>('engagement.episode-liked')
