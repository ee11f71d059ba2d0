import { useCurrentUser } from '#app/http/current-user.ts'
import { Link, NavLink } from '#app/ui/link.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { AccountNav, LogOutButton, WelcomeLink } from './account-nav.tsx'
import { Bell } from './bell.tsx'
import { accountLinks, mainLinks, menuLinks } from './nav-links.ts'
import { PopoverMenu } from './popover-menu.tsx'

/** Logo, links and account. On small screens a menu and the bar at the bottom hold the links that do not fit. */
export function Header() {
  const isSignedIn = useCurrentUser() !== null
  return (
    <header className="header wrap">
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
      <div className="header-side row gap-3">
        {isSignedIn && <Bell />}
        <div className="header-end">
          <AccountNav />
        </div>
        <Menu />
      </div>
    </header>
  )
}

/** About, Contact and the account, on small screens. */
export function Menu() {
  const user = useCurrentUser()
  return (
    <div className="menu">
      <PopoverMenu id="menu" name="Menu">
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
      </PopoverMenu>
    </div>
  )
}
