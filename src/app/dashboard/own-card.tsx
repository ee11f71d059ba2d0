import { VisibilityMark } from '#app/episodes/visibility-field.tsx'
import { replacementStates } from '#app/messages/dashboard.ts'
import { RETRY_FAILED } from '#app/messages/failures.ts'
import { videoFailureText } from '#app/messages/video-failures.ts'
import { progressText } from '#app/messages/video-progress.ts'
import { genreOf, type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { GenreBadge } from '#app/ui/badges.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { EarlierUpload } from '#app/upload/duplicate-notice.tsx'
import { truncateText } from '#platform/text.ts'
import { mayBeRetried } from '#video/video-state.ts'
import type { RetryProblem } from './action-problem.ts'
import { CountBadges } from './count-badge.tsx'
import { countKinds } from './numbers.ts'
import { EditButton, type OwnActions, RetryButton } from './own-actions.tsx'
import { OwnThumbnail } from './own-thumbnail.tsx'

/** @see docs/product.md#dashboard */
const DESCRIPTION_CHARACTERS = 80

interface OwnCardProps {
  row: OwnRow
  /** Null outside any series. */
  seriesTitle: string | null
  problem: RetryProblem | null
  actions: OwnActions
  isSelected: boolean
  /** Null without scripts. */
  onSelect: ((id: string, isRange: boolean) => void) | null
}

/** An own episode in My Content, whatever the state of its video. */
export function OwnCard({ row, seriesTitle, problem, actions, isSelected, onSelect }: OwnCardProps) {
  const titleId = `own-${row.id}`
  return (
    <article className={isSelected ? 'card own-card is-selected' : 'card own-card'} aria-labelledby={titleId}>
      <OwnThumbnail row={row} />
      {onSelect && (
        <input
          type="checkbox"
          className="own-select middle"
          checked={isSelected}
          aria-label={`Select ${titleOf(row)}`}
          onChange={(event) => onSelect(row.id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      )}
      <h3 id={titleId}>
        <Link className="own-open" to={`/watch/${row.id}`}>
          {titleOf(row)}
        </Link>
      </h3>
      <div className="card-facts row cluster muted small">
        <VisibilityMark visibility={row.visibility} publishAt={row.publishAt} />
        <GenreBadge name={genreOf(row)} />
        {row.date === null ? (
          <span>Unknown date</span>
        ) : (
          <time dateTime={row.date}>{formatDate(new Date(row.date))}</time>
        )}
      </div>
      {seriesTitle !== null && row.seriesId !== null && (
        <p className="own-series-place row muted small">
          <Icon name="series" />
          <Link to={`/series/${row.seriesId}`}>{seriesTitle}</Link>
          {row.seriesNumber !== null && <span className="figures">{`· Part ${row.seriesNumber}`}</span>}
        </p>
      )}
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
      <div className="own-foot row cluster spread">
        <CountBadges row={row} kinds={countKinds} />
        <div className="own-actions cluster">
          {mayBeRetried(row.status) && <RetryButton row={row} describedBy={titleId} onRetry={actions.retry} />}
          <EditButton row={row} tab="content" describedBy={titleId} onOpen={actions.edit} />
        </div>
      </div>
    </article>
  )
}

/** The state of a video that does not play, and of its replacement, as text. */
function VideoState({ row: { status, replacement } }: { row: OwnRow }) {
  return (
    <>
      {status.state === 'error' && <p className="own-reason">{videoFailureText(status)}</p>}
      {status.state !== 'error' && status.state !== 'ready' && (
        <p className="own-progress figures">{progressText(status)}</p>
      )}
      {replacement?.status.state === 'error' && (
        <p className="own-reason">
          {replacementStates.inCard(replacementStates.failed(videoFailureText(replacement.status)))}
        </p>
      )}
      {replacement && replacement.status.state !== 'error' && (
        <p className="own-progress figures">{replacementStates.inCard(progressText(replacement.status))}</p>
      )}
    </>
  )
}
