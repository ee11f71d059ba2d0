import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { Link, NavLink } from '#app/ui/link.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { AccountNav, LogOutButton, WelcomeLink } from './account-nav.tsx'
import { Bell } from './bell.tsx'
import { useCurrentUser } from './current-user.ts'
import { accountLinks, mainLinks, menuLinks } from './nav-links.ts'

interface TopBarProps {
  /** The bar of the shared layout, or one that shows every link at any width. */
  variant: 'header' | 'own-bar'
  children?: ReactNode
}

/** Logo, links and account. */
export function TopBar({ variant, children }: TopBarProps) {
  const isSignedIn = useCurrentUser() !== null
  return (
    <header className={`${variant} wrap`}>
      <Link to="/" className="header-logo">
        <Logo height={38} />
      </Link>
      <nav className="header-nav" aria-label="Main">
        {mainLinks(isSignedIn).map(({ to, name }) => (
          <NavLink key={to} to={to}>
            {name}
          </NavLink>
        ))}
      </nav>
      <div className="header-side">
        {isSignedIn && <Bell />}
        <div className="header-end">
          <AccountNav />
        </div>
        {children}
      </div>
    </header>
  )
}

/** The top bar of the shared layout. Small screens fold what does not fit into a menu. */
export function Header() {
  return (
    <TopBar variant="header">
      <Menu />
    </TopBar>
  )
}

/** About, Contact and the account, on small screens. A popover: it opens, closes and handles Esc without scripts. */
export function Menu() {
  const user = useCurrentUser()
  const menu = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const lastKey = useRef(key)
  // Closes on navigation only: the menu may have been opened before hydration.
  useEffect(() => {
    if (lastKey.current !== key) menu.current?.hidePopover()
    lastKey.current = key
  }, [key])
  return (
    <div className="menu">
      <button type="button" className="icon-button" popoverTarget="menu" aria-label="Menu">
        <Icon name="menu" />
      </button>
      <nav ref={menu} id="menu" popover="auto" className="menu-card" aria-label="Menu">
        {user && <WelcomeLink />}
        {menuLinks(user !== null).map(({ to, name }) => (
          <NavLink key={to} to={to}>
            {name}
          </NavLink>
        ))}
        {user ? (
          <>
            {accountLinks(user).map(({ to, name }) => (
              <NavLink key={to} to={to}>
                {name}
              </NavLink>
            ))}
            <LogOutButton />
          </>
        ) : (
          <>
            <NavLink to="/login">Login</NavLink>
            <NavLink to="/signup">Sign Up</NavLink>
          </>
        )}
      </nav>
    </div>
  )
}
