import { isPlayable, type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PegHoles } from '#app/ui/paper-card.tsx'
import { truncateText } from '#platform/text.ts'
import { CountBadges } from './count-badge.tsx'
import { FirstSteps, type FirstStepsData } from './first-steps.tsx'
import { countKinds, growthOf, sumsOf } from './numbers.ts'
import { EditButton, type OwnActions } from './own-actions.tsx'
import { OwnThumbnail } from './own-thumbnail.tsx'
import { StatCard } from './stat-card.tsx'

/** @see docs/product.md#dashboard */
const RECENT_UPLOADS = 3
const DESCRIPTION_CHARACTERS = 100

interface OverviewProps {
  rows: OwnRow[]
  /** Shown until there is an episode; null for nothing. */
  firstSteps: FirstStepsData | null
  actions: OwnActions
}

/** The first tab: three totals, the newest episodes, and a link to upload another. */
export function Overview({ rows, firstSteps, actions }: OverviewProps) {
  const sums = sumsOf(rows)
  const growth = growthOf(rows)
  const playable = rows.filter(isPlayable)
  return (
    <>
      {rows.length === 0 && firstSteps && <FirstSteps {...firstSteps} />}
      <div className="stats">
        {countKinds.map((kind) => (
          <StatCard key={kind} kind={kind} total={sums[kind]} growth={growth[kind]} rows={playable} />
        ))}
      </div>
      <h2 className="recent-title">Recent Uploads</h2>
      {rows.length === 0 && (
        <p className="recent-none row cluster gap-4 spread muted">
          Your first episode will appear here.
          <Link className="button" to="/upload">
            <Icon name="plus" />
            Upload New Anime
          </Link>
        </p>
      )}
      <ul className="recent" hidden={rows.length === 0}>
        {rows.slice(0, RECENT_UPLOADS).map((row) => (
          <li key={row.id}>
            <RecentUpload row={row} actions={actions} />
          </li>
        ))}
        <li>
          <Link className="paper upload-tile column gap-3" to="/upload">
            <PegHoles />
            <span className="upload-tile-plus middle">
              <Icon name="plus" />
            </span>
            <b>Upload New Anime</b>
          </Link>
        </li>
      </ul>
    </>
  )
}

function RecentUpload({ row, actions }: { row: OwnRow; actions: OwnActions }) {
  const titleId = `recent-${row.id}`
  return (
    <article className="card own-card" aria-labelledby={titleId}>
      <OwnThumbnail row={row} />
      <h3 id={titleId}>
        <Link className="own-open" to={`/watch/${row.id}`}>
          {titleOf(row)}
        </Link>
      </h3>
      <p className="own-description">{truncateText(row.description, DESCRIPTION_CHARACTERS)}</p>
      <div className="own-foot row cluster spread">
        <CountBadges row={row} kinds={['views', 'likes']} />
        <EditButton row={row} tab="overview" describedBy={titleId} onOpen={actions.edit} />
      </div>
    </article>
  )
}
