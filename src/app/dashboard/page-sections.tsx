import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { Link } from '#app/ui/link.tsx'

const pages = [
  { title: 'Subtitles', lead: 'Subtitles in any language, by you and by viewers.', path: '/subtitles' },
  { title: 'Credits', lead: 'People who worked on this episode and their roles.', path: '/dashboard/credits' },
]

/** Links in the edit dialog to the parts that have their own page. */
export function PageSections({ row }: { row: OwnRow }) {
  return pages.map(({ title, lead, path }) => (
    <section key={path} className="edit-part">
      <h3>{title}</h3>
      <p className="edit-lead">{lead}</p>
      <p className="credits-link">
        <Link className="button button-small" to={`${path}/${row.id}`}>
          Edit {title}
        </Link>
      </p>
    </section>
  ))
}
