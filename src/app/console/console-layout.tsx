import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useCurrentUser } from '#app/http/current-user.ts'
import { PopoverMenu } from '#app/layout/popover-menu.tsx'
import { roleNames } from '#app/messages/administration.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { isAtPlace, type PlaceCounts, places } from './places.ts'

/** The frame of the console: its places at the left, in a menu on small screens, and the page. */
export function ConsoleLayout({ children, ...view }: PlacesProps & { children: ReactNode }) {
  return (
    <div className="console">
      <header className="console-side column">
        <Link to="/" className="console-logo inline-row gap-3 muted">
          <Logo height={30} />
          <span>Admin</span>
        </Link>
        <nav className="console-places" aria-label="Admin">
          <Places {...view} />
        </nav>
        <div className="console-menu">
          <PopoverMenu id="console-menu" name="Admin">
            <Places {...view} />
          </PopoverMenu>
        </div>
        <Me />
      </header>
      <main id="main" className="console-main">
        {children}
      </main>
    </div>
  )
}

interface PlacesProps {
  counts: PlaceCounts
  isAdmin: boolean
}

function Places({ counts, isAdmin }: PlacesProps) {
  const { pathname } = useLocation()
  return (
    <ul>
      {places
        .filter(({ isForAdmins }) => isAdmin || !isForAdmins)
        .map((place) => (
          <li key={place.name}>
            <Link to={place.path} aria-current={isAtPlace(place, pathname) ? 'page' : undefined}>
              <Icon name={place.icon} />
              {place.name}
              {place.count && <Count of={place.count} counts={counts} />}
            </Link>
          </li>
        ))}
    </ul>
  )
}

/** The number beside a place; that of the queue is red while something is to be read first. */
function Count({ of, counts }: { of: keyof PlaceCounts; counts: PlaceCounts }) {
  if (counts[of] === 0) return null
  const isUrgent = of === 'queue' && counts.urgent > 0
  const words = of === 'jobs' ? 'failed' : isUrgent ? 'waiting, urgent' : 'waiting'
  return (
    <span className={isUrgent ? 'console-count is-urgent' : 'console-count'}>
      {formatCount(counts[of])}
      <span className="visually-hidden"> {words}</span>
    </span>
  )
}

/** The signed-in account, as at the foot of the board. */
function Me() {
  const user = useCurrentUser()
  if (!user) return null
  return (
    <div className="console-me row gap-3">
      <Avatar name={user.name} url={user.avatarUrl} size="small" />
      <p>
        <b>{user.name}</b>
        <span className="console-role">{roleNames[user.role]}</span>
      </p>
    </div>
  )
}
