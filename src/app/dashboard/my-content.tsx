import { Link } from 'react-router'
import { Genre } from '#app/ui/badges.tsx'
import { Message } from '#app/ui/field.tsx'
import { date } from '#app/ui/figures.ts'
import { Pause } from '#app/ui/pause.tsx'
import { Earlier } from '#app/upload/same-file.tsx'
import { cutText } from '#platform/text.ts'
import { mayBeRetried } from '#video/video-state.ts'
import { CountBadges } from './count-badge.tsx'
import { countKinds } from './numbers.ts'
import { OpensDialog, type OwnActions, Retry } from './own-actions.tsx'
import { OwnPicture } from './own-picture.tsx'
import { genreOf, type OwnRow, titleOf } from './own-row.ts'
import { RETRY_FAILED, type RetryProblem } from './problems.ts'
import { moreAddress } from './tabs.ts'
import { progressOf } from './video-words.ts'

/** @see docs/product.md#dashboard */
const DESCRIPTION_CHARACTERS = 80

interface MyContentProps {
  rows: OwnRow[]
  /** How many of them stand in the page. */
  shown: number
  /** A retry that did not succeed. */
  problem: RetryProblem | null
  actions: OwnActions
}

/** The second tab: all there is, in a grid, whatever has become of it. */
export function MyContent({ rows, shown, problem, actions }: MyContentProps) {
  if (rows.length === 0)
    return (
      <Pause
        pose="sleep"
        title="No episodes yet"
        action={
          <Link className="button button-primary" to="/upload">
            Upload New Anime
          </Link>
        }
      >
        <p>No content uploaded yet. Start by uploading your first anime!</p>
      </Pause>
    )
  return (
    <>
      <h2 className="visually-hidden">My Content</h2>
      <ul className="grid">
        {rows.slice(0, shown).map((row) => (
          <li key={row.id}>
            <OwnCard row={row} problem={problem?.id === row.id ? problem : null} actions={actions} />
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <p className="load-more">
          <Link className="button" to={moreAddress(shown)} preventScrollReset replace>
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
      <OwnPicture row={row} />
      <h3 id={titleId}>
        <Link className="own-open" to={`/watch/${row.id}`}>
          {titleOf(row)}
        </Link>
      </h3>
      <div className="card-facts">
        <Genre name={genreOf(row)} />
        {row.date === null ? <span>Unknown date</span> : <time dateTime={row.date}>{date(new Date(row.date))}</time>}
      </div>
      <VideoState row={row} />
      {row.sameAs && (
        <p className="own-same">
          Same file as <Earlier file={row.sameAs} />
        </p>
      )}
      {problem && <Message>{problem.detail ?? RETRY_FAILED}</Message>}
      {row.description !== '' && <p className="own-description">{cutText(row.description, DESCRIPTION_CHARACTERS)}</p>}
      <div className="own-foot">
        <CountBadges row={row} kinds={countKinds} />
        <div className="own-actions">
          {mayBeRetried(row.status) && <Retry row={row} describedBy={titleId} onRetry={actions.retry} />}
          <OpensDialog what="edit" row={row} tab="content" describedBy={titleId} onOpen={actions.edit} />
          <OpensDialog what="delete" row={row} tab="content" describedBy={titleId} onOpen={actions.remove} />
        </div>
      </div>
    </article>
  )
}

/** What the video waits for or failed at, in words; and a new one that takes its place. */
function VideoState({ row: { status, replacement } }: { row: OwnRow }) {
  return (
    <>
      {status.state === 'error' && status.reason && <p className="own-reason">{status.reason}</p>}
      {status.state !== 'error' && status.state !== 'ready' && (
        <p className="own-progress figures">{progressOf(status)}</p>
      )}
      {replacement?.status.state === 'error' && (
        <p className="own-reason">New file: {replacement.status.reason} The film that is there stays.</p>
      )}
      {replacement && replacement.status.state !== 'error' && (
        <p className="own-progress figures">New file: {progressOf(replacement.status)}</p>
      )}
    </>
  )
}
