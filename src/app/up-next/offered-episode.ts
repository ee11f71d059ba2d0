import { displayName } from '#creators/creator.ts'
import type { OfferedEpisode } from './find-up-next.server.ts'

/** An offered episode, with only the fields that the page shows. */
export type ShownEpisode = ReturnType<typeof toShownEpisode>

export function toShownEpisode(found: OfferedEpisode & { positionSeconds?: number | null }) {
  const { id, title, poster, durationSeconds, reason, reasonText } = found
  const own = found.positionSeconds === undefined ? {} : { positionSeconds: found.positionSeconds }
  return { id, title, poster, durationSeconds, reason, reasonText, creatorName: displayName(found.creator), ...own }
}
