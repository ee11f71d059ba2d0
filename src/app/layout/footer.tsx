import { useCurrentUser } from '#app/http/current-user.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link, NavLink } from '#app/ui/link.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { bottomLinks, footerLinks } from './nav-links.ts'

export function Footer() {
  const user = useCurrentUser()
  return (
    <footer className="footer">
      <div className="wrap footer-row row cluster spread">
        <div className="footer-house row cluster">
          <Link to="/" className="footer-logo">
            <Logo height={28} />
          </Link>
          <span>Supporting indie anime creators</span>
        </div>
        <nav className="footer-links row cluster" aria-label="Footer">
          {footerLinks(user !== null).map(({ to, name }) => (
            <Link key={to} to={to}>
              {name}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}

/** Navigation at the bottom of small screens. */
export function BottomNav() {
  const user = useCurrentUser()
  return (
    <nav className="bottom-bar" aria-label="Quick">
      {bottomLinks(user !== null).map(({ to, name, icon }) => (
        <NavLink key={to} to={to}>
          <Icon name={icon} />
          <span>{name}</span>
        </NavLink>
      ))}
    </nav>
  )
}
