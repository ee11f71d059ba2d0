import { displayName } from '#creators/creator.ts'
import type { OfferedEpisode } from './find-up-next.server.ts'

/** An offered episode, with only the fields that the page shows. */
export type ShownEpisode = ReturnType<typeof toShownEpisode>

export function toShownEpisode(found: OfferedEpisode & { positionSeconds?: number | null }) {
  const { id, title, genre, poster, largePoster, durationSeconds, reason, reasonText, isEarlierPart } = found
  const own = found.positionSeconds === undefined ? {} : { positionSeconds: found.positionSeconds }
  const creatorName = displayName(found.creator)
  return {
    id,
    title,
    genre,
    poster,
    largePoster,
    durationSeconds,
    reason,
    reasonText,
    isEarlierPart,
    creatorName,
    ...own,
  }
}
