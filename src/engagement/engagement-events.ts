import { roomEvent } from '#platform/room-events.ts'

/** A comment was stored. `repliesTo` is the author of the comment that it replies to; null for no reply. */
export const commentAdded = roomEvent<{ id: string; episodeId: string; authorUid: string; repliesTo: string | null }>(
  'engagement.comment-added',
)

/** Somebody who did not like the episode does now; `likes` includes them. */
export const episodeLiked = roomEvent<{ episodeId: string; likes: number }>('engagement.episode-liked')
