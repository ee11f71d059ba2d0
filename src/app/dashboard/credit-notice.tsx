import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'

/** Tells of credits that wait for an answer. */
export function CreditNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="panel dashboard-notice row cluster gap-3">
      <Icon name="user" />
      <span>
        {count === 1 ? 'You have 1 credit to accept or decline.' : `You have ${count} credits to accept or decline.`}
      </span>
      <Link className="button button-small" to="/dashboard/credits">
        Answer
      </Link>
    </p>
  )
}
