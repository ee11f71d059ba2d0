import { formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { ShownDecision } from './load-decisions.server.ts'

/** A decision of a moderator that can be appealed against, or whose appeal waits. */
export function DecisionNotice({ made }: { made: ShownDecision }) {
  const { id, title, at, reason, rule, isAppealed, appealUntil } = made
  return (
    <section className="decision-strip" aria-label="Moderator decision">
      <Icon name="shield" />
      <div>
        <p>
          <b>{title}</b>
        </p>
        <p className="muted">
          Decided by a moderator on {formatDate(at)}. {rule && `${rule}.`}
        </p>
        <p>{reason}</p>
      </div>
      <p>
        <Link className="button button-small" to={`/settings/decisions#${id}`}>
          {isAppealed ? 'View Appeal' : 'View or Appeal'}
        </Link>
        {!isAppealed && <span className="muted">Appeal by {formatDate(appealUntil)}</span>}
      </p>
    </section>
  )
}
