import type { EditFormValues } from '#app/dashboard/edit-values.ts'
import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { splitTags } from '#app/episodes/tags.ts'
import { genreOf, type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { NsfwBadge } from '#app/ui/badges.tsx'
import { formatDate, formatDuration, formatTime, formatViews } from '#app/ui/format.ts'
import { Ruler } from '#app/ui/ruler.tsx'
import { readChapters } from '#catalog/chapters.ts'

/** The card of the episode as it would be once what is typed is saved, and the chapters in its description. */
export function ViewerPreview({ row, values }: { row: OwnRow; values: EditFormValues }) {
  const { durationSeconds } = row
  const chapters = readChapters(values.description, durationSeconds)
  return (
    <aside className="edit-preview" aria-label="As viewers see it">
      <p className="eyebrow">As viewers see it</p>
      <div className="card">
        <div className="card-picture">
          <img src={row.poster ?? placeholderPoster(row.id)} alt="" width="640" height="360" />
          {durationSeconds !== null && <span className="card-length figures">{formatDuration(durationSeconds)}</span>}
          {values.nsfw && (
            <span className="card-marks cluster">
              <NsfwBadge />
            </span>
          )}
        </div>
        <Ruler seconds={durationSeconds} />
        <p className="edit-preview-title">{titleOf(values)}</p>
        <ul className="badge-row cluster">
          <li className="badge">{genreOf(values)}</li>
          {[...new Set(splitTags(values.tags))].map((tag) => (
            <li key={tag} className="badge">
              {tag}
            </li>
          ))}
        </ul>
        <p className="edit-preview-facts figures">
          {formatViews(row.views)}
          {row.date !== null && ` · ${formatDate(new Date(row.date))}`}
        </p>
      </div>
      {chapters.length > 0 && (
        <section className="panel edit-chapters" aria-label="Chapters">
          <p>
            <b>{chapters.length} chapters</b> <span>from the description</span>
          </p>
          <ol>
            {chapters.map(({ startSeconds, title }) => (
              <li key={startSeconds}>
                <span className="figures edit-chapter-time">{formatTime(startSeconds)}</span>
                {title}
              </li>
            ))}
          </ol>
        </section>
      )}
    </aside>
  )
}
