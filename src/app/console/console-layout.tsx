import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useCurrentUser } from '#app/layout/current-user.ts'
import { PopoverMenu } from '#app/layout/popover-menu.tsx'
import { roleNames } from '#app/messages/administration.ts'
import { queuePath } from '#app/moderation/queue-url.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { places } from './places.ts'

/** The frame of the console: its places at the left, in a menu on small screens, and the page. */
export function ConsoleLayout({ waiting, children }: { waiting: number; children: ReactNode }) {
  return (
    <div className="console">
      <header className="console-side">
        <Link to="/" className="console-logo">
          <Logo height={30} />
          <span>Admin</span>
        </Link>
        <nav className="console-places" aria-label="Admin">
          <Places waiting={waiting} />
        </nav>
        <div className="console-menu">
          <PopoverMenu id="console-menu" name="Admin">
            <Places waiting={waiting} />
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

function Places({ waiting }: { waiting: number }) {
  const { pathname } = useLocation()
  const isAdmin = useCurrentUser()?.role === 'admin'
  const open = places.filter(({ isForAdmins }) => isAdmin || !isForAdmins)
  return (
    <ul>
      {open.map(({ to, name, icon }) => (
        <li key={to}>
          <Link to={to} aria-current={pathname.startsWith(to) ? 'page' : undefined}>
            <Icon name={icon} />
            {name}
            {to === queuePath && waiting > 0 && (
              <span className="console-count">
                {waiting}
                <span className="visually-hidden"> waiting</span>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Whoever is signed in, as at the foot of the board. */
function Me() {
  const user = useCurrentUser()
  if (!user) return null
  return (
    <div className="console-me">
      <Avatar name={user.name} url={user.avatarUrl} size="small" />
      <p>
        <b>{user.name}</b>
        <span className="console-role">{roleNames[user.role]}</span>
      </p>
    </div>
  )
}
