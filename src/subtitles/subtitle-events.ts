import { roomEvent } from '#platform/room-events.ts'
import type { ReviewOutcome } from './subtitle.ts'

/** A text, or another version of one, was stored as a draft: by its author, or by the creator of its episode. */
export const draftSaved = roomEvent<{ id: string; episodeId: string; byUid: string; at: Date }>('subtitles.draft-saved')

/** The creator of its episode reviewed a text, otherwise than before. The author is null once that account is deleted. */
export const subtitleReviewed = roomEvent<{
  id: string
  episodeId: string
  authorUid: string | null
  outcome: ReviewOutcome
  /** Empty for a review without words. */
  words: string
  at: Date
}>('subtitles.reviewed')

/** A text is about to be deleted, other than with its episode or an account. */
export const subtitleRemoved = roomEvent<{ id: string }>('subtitles.removed')
