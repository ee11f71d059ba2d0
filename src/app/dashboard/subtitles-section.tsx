import { useId } from 'react'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { Link } from '#app/ui/link.tsx'

/** 'Subtitles' in the edit dialog: the way to their page. */
export function SubtitlesSection({ row }: { row: OwnRow }) {
  const id = useId()
  return (
    <section className="edit-part" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Subtitles</h3>
      <p className="edit-lead">Texts in any language, yours and those that others offer.</p>
      <p className="credits-link">
        <Link className="button button-small" to={`/subtitles/${row.id}`}>
          Edit Subtitles
        </Link>
      </p>
    </section>
  )
}
