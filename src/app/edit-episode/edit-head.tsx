import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { VisibilityMark } from '#app/episodes/visibility-field.tsx'
import { editAddress } from '#app/own-episodes/edit-address.ts'
import { type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { formatDate, formatDuration, formatViews } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { EditMenu } from './edit-menu.tsx'

/** The episode that the page is about, as it is stored. */
export function EditHead({ row }: { row: OwnRow }) {
  return (
    <>
      <Link className="back" to="/dashboard?tab=content">
        <Icon name="left" />
        My Content
      </Link>
      <header className="edit-head">
        <div className="card-picture edit-picture">
          <img src={row.poster ?? placeholderPoster(row.id)} alt="" width="640" height="360" />
          {row.durationSeconds !== null && (
            <span className="card-length figures">{formatDuration(row.durationSeconds)}</span>
          )}
        </div>
        <div>
          <p className="eyebrow">Edit Episode</p>
          <h1>{titleOf(row)}</h1>
          <p className="edit-facts row cluster figures">
            <Link to={editAddress(row.id, 'sharing')} preventScrollReset defaultShouldRevalidate={false}>
              <VisibilityMark visibility={row.visibility} publishAt={row.publishAt} />
              <span className="visually-hidden">Change the visibility</span>
            </Link>
            <span>{formatViews(row.views)}</span>
            {row.date !== null && <time dateTime={row.date}>{formatDate(new Date(row.date))}</time>}
          </p>
        </div>
        <div className="edit-links row cluster">
          <Link className="button" to={`/watch/${row.id}`}>
            <Icon name="play" />
            Watch Page
          </Link>
          <EditMenu id={row.id} />
        </div>
      </header>
    </>
  )
}
