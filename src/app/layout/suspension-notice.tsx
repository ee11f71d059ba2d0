import { useCurrentUser } from '#app/http/current-user.ts'
import { SUSPENDED_MEANS, suspended } from '#app/messages/suspension.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'

/** On top of every page of a suspended account: until when, the moderator's reason, and the remaining rights. */
export function SuspensionNotice() {
  const suspension = useCurrentUser()?.suspension
  if (!suspension) return null
  return (
    <div className="wrap">
      <section className="suspension" aria-label="Your account">
        <Icon name="shield" />
        <div>
          <p>
            <strong>{suspended(suspension)}</strong>
          </p>
          <p>
            {SUSPENDED_MEANS}{' '}
            <Link className="link" to="/settings/data#export">
              Export My Data
            </Link>
          </p>
        </div>
      </section>
    </div>
  )
}
