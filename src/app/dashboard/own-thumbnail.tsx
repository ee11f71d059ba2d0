import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { isPlayable, type OwnRow } from '#app/own-episodes/own-row.ts'
import { HeldBadge, NsfwBadge, StatusBadge } from '#app/ui/badges.tsx'
import { formatDuration } from '#app/ui/format.ts'
import { Ruler } from '#app/ui/ruler.tsx'

/** The poster of a creator's own episode above its ruler, with badges for the reasons that hide it from others. */
export function OwnThumbnail({ row }: { row: OwnRow }) {
  const state = row.status.state === 'error' ? 'Failed' : 'Processing'
  return (
    <>
      <div className="card-picture">
        <img
          src={row.poster ?? placeholderPoster(row.id)}
          alt=""
          width="640"
          height="360"
          loading="lazy"
          decoding="async"
        />
        {row.durationSeconds !== null && (
          <span className="card-length figures">{formatDuration(row.durationSeconds)}</span>
        )}
        {(row.nsfw || row.held || !isPlayable(row)) && (
          <span className="card-marks cluster">
            {row.nsfw && <NsfwBadge />}
            {row.held && <HeldBadge />}
            {!isPlayable(row) && <StatusBadge state={state} />}
          </span>
        )}
      </div>
      <Ruler seconds={row.durationSeconds} />
    </>
  )
}
