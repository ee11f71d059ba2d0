import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { AccountCorner, LogOut, Welcome } from './account-corner.tsx'
import { mainLinks } from './links.ts'
import { useVisitor } from './visitor.ts'

interface TopBarProps {
  /** The bar of the shared layout, or one that keeps every link in sight at any width. */
  look: 'header' | 'own-bar'
  children?: ReactNode
}

/** The house, the links and the account. */
export function TopBar({ look, children }: TopBarProps) {
  return (
    <header className={`${look} wrap`}>
      <Link to="/" className="header-logo">
        <Logo height={38} />
      </Link>
      <nav className="header-nav" aria-label="Main">
        {mainLinks.map(({ to, name }) => (
          <NavLink key={to} to={to} end={to === '/'}>
            {name}
          </NavLink>
        ))}
      </nav>
      <div className="header-end">
        <AccountCorner />
      </div>
      {children}
    </header>
  )
}

/** The top bar of the shared layout. Small screens fold what does not fit into a menu. */
export function Header() {
  return (
    <TopBar look="header">
      <Menu />
    </TopBar>
  )
}

/** About, Contact and the account, on small screens. A popover: it opens, closes and takes Esc without scripts. */
export function Menu() {
  const visitor = useVisitor()
  const menu = useRef<HTMLElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes with every step to another place
  useEffect(() => menu.current?.hidePopover(), [key])
  const rest = mainLinks.filter(({ to }) => to === '/about' || to === '/contact')
  return (
    <div className="menu">
      <button type="button" className="hole" popoverTarget="menu" aria-label="Menu">
        <Icon name="menu" />
      </button>
      <nav ref={menu} id="menu" popover="auto" className="menu-sheet" aria-label="Menu">
        {visitor && <Welcome />}
        {rest.map(({ to, name }) => (
          <NavLink key={to} to={to}>
            {name}
          </NavLink>
        ))}
        {visitor ? (
          <>
            <NavLink to="/settings">Settings</NavLink>
            <LogOut />
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
