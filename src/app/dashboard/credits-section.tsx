import { useId } from 'react'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { Link } from '#app/ui/link.tsx'

/** 'Credits' in the edit dialog: the way to their editor, which is a page of its own. */
export function CreditsSection({ row }: { row: OwnRow }) {
  const id = useId()
  return (
    <section className="edit-part" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Credits</h3>
      <p className="edit-lead">Who worked on it, and their roles.</p>
      <p className="credits-link">
        <Link className="button button-small" to={`/dashboard/credits/${row.id}`}>
          Edit Credits
        </Link>
      </p>
    </section>
  )
}
