import { VisibilityMark } from '#app/episodes/visibility-field.tsx'
import { replacementStates } from '#app/messages/dashboard.ts'
import { RETRY_FAILED } from '#app/messages/failures.ts'
import { progressText } from '#app/messages/video-progress.ts'
import { genreOf, type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { GenreBadge } from '#app/ui/badges.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import { EarlierUpload } from '#app/upload/duplicate-notice.tsx'
import { truncateText } from '#platform/text.ts'
import { mayBeRetried } from '#video/video-state.ts'
import { CountBadges } from './count-badge.tsx'
import { countKinds } from './numbers.ts'
import { DialogButton, type OwnActions, RetryButton } from './own-actions.tsx'
import { OwnThumbnail } from './own-thumbnail.tsx'
import type { RetryProblem } from './problems.ts'
import { loadMoreUrl } from './tabs.ts'

/** @see docs/product.md#dashboard */
const DESCRIPTION_CHARACTERS = 80

interface MyContentProps {
  rows: OwnRow[]
  /** How many of the rows are shown. */
  visibleCount: number
  /** A retry that failed. */
  problem: RetryProblem | null
  actions: OwnActions
}

/** The second tab: all own episodes in a grid, whatever the state of their videos. */
export function MyContent({ rows, visibleCount, problem, actions }: MyContentProps) {
  if (rows.length === 0)
    return (
      <EmptyState
        pose="sleep"
        title="No episodes yet"
        action={
          <Link className="button button-primary" to="/upload">
            Upload New Anime
          </Link>
        }
      >
        <p>No content uploaded yet. Start by uploading your first anime!</p>
      </EmptyState>
    )
  return (
    <>
      <h2 className="visually-hidden">My Content</h2>
      <ul className="grid">
        {rows.slice(0, visibleCount).map((row) => (
          <li key={row.id}>
            <OwnCard row={row} problem={problem?.id === row.id ? problem : null} actions={actions} />
          </li>
        ))}
      </ul>
      {rows.length > visibleCount && (
        <p className="load-more">
          <Link className="button" to={loadMoreUrl(visibleCount)} preventScrollReset replace>
            Load more
          </Link>
        </p>
      )}
    </>
  )
}

function OwnCard({ row, problem, actions }: { row: OwnRow; problem: RetryProblem | null; actions: OwnActions }) {
  const titleId = `own-${row.id}`
  return (
    <article className="card own-card" aria-labelledby={titleId}>
      <OwnThumbnail row={row} />
      <h3 id={titleId}>
        <Link className="own-open" to={`/watch/${row.id}`}>
          {titleOf(row)}
        </Link>
      </h3>
      <div className="card-facts">
        <VisibilityMark visibility={row.visibility} publishAt={row.publishAt} />
        <GenreBadge name={genreOf(row)} />
        {row.date === null ? (
          <span>Unknown date</span>
        ) : (
          <time dateTime={row.date}>{formatDate(new Date(row.date))}</time>
        )}
      </div>
      <VideoState row={row} />
      {row.sameAs && (
        <p className="own-same">
          Same file as <EarlierUpload file={row.sameAs} />
        </p>
      )}
      {problem && <ErrorMessage>{problem.detail ?? RETRY_FAILED}</ErrorMessage>}
      {row.description !== '' && (
        <p className="own-description">{truncateText(row.description, DESCRIPTION_CHARACTERS)}</p>
      )}
      <div className="own-foot">
        <CountBadges row={row} kinds={countKinds} />
        <div className="own-actions">
          {mayBeRetried(row.status) && <RetryButton row={row} describedBy={titleId} onRetry={actions.retry} />}
          <DialogButton kind="edit" row={row} tab="content" describedBy={titleId} onOpen={actions.edit} />
          <DialogButton kind="delete" row={row} tab="content" describedBy={titleId} onOpen={actions.remove} />
        </div>
      </div>
    </article>
  )
}

/** The state of a video that does not play, and of its replacement, as text. */
function VideoState({ row: { status, replacement } }: { row: OwnRow }) {
  return (
    <>
      {status.state === 'error' && status.reason && <p className="own-reason">{status.reason}</p>}
      {status.state !== 'error' && status.state !== 'ready' && (
        <p className="own-progress figures">{progressText(status)}</p>
      )}
      {replacement?.status.state === 'error' && (
        <p className="own-reason">
          {replacementStates.inCard(replacementStates.failed(replacement.status.reason ?? ''))}
        </p>
      )}
      {replacement && replacement.status.state !== 'error' && (
        <p className="own-progress figures">{replacementStates.inCard(progressText(replacement.status))}</p>
      )}
    </>
  )
}
