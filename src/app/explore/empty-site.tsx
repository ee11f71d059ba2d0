import { useCurrentUser } from '#app/http/current-user.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'

/** In place of Explore's filters and list while the site has no episode at all. */
export function EmptySite() {
  const user = useCurrentUser()
  if (user?.isCreator)
    return (
      <EmptyState
        pose="search"
        title="The first episode is yours"
        action={
          <Link className="button button-primary" to="/upload">
            <Icon name="up" />
            Upload
          </Link>
        }
      >
        <p>Ten minutes or shorter. It will appear here, for everyone who visits.</p>
      </EmptyState>
    )
  return (
    <EmptyState
      pose="sleep"
      title="Nothing on the pegs yet"
      action={
        <div className="empty-state-actions cluster">
          {!user && (
            <Link className="button button-primary" to="/signup">
              Sign Up
            </Link>
          )}
          <Link className="button" to="/about">
            About
          </Link>
        </div>
      }
    >
      <p>Nobody has uploaded to this Hoshi yet. The first episode will appear here.</p>
    </EmptyState>
  )
}
