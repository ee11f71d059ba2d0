import { pencilFor } from '#app/episodes/pencil.ts'
import { NotReady, Nsfw } from '#app/ui/badges.tsx'
import { length } from '#app/ui/figures.ts'
import { Ruler } from '#app/ui/ruler.tsx'
import { isPlayable, type OwnRow } from './own-row.ts'

/** The picture of an own episode over its ruler, marked with what keeps others from seeing it. */
export function OwnPicture({ row }: { row: OwnRow }) {
  const state = row.status.state === 'error' ? 'Failed' : 'Processing'
  return (
    <>
      <div className="card-picture">
        <img src={row.poster ?? pencilFor(row.id)} alt="" width="640" height="360" loading="lazy" decoding="async" />
        {row.durationSeconds !== null && <span className="card-length figures">{length(row.durationSeconds)}</span>}
        {(row.nsfw || !isPlayable(row)) && (
          <span className="card-marks">
            {row.nsfw && <Nsfw />}
            {!isPlayable(row) && <NotReady state={state} />}
          </span>
        )}
      </div>
      <Ruler seconds={row.durationSeconds} />
    </>
  )
}
