import { Link, NavLink } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { bottomLinks, footerLinks } from './links.ts'
import { useVisitor } from './visitor.ts'

export function Footer() {
  return (
    <footer className="footer">
      <div className="wrap footer-row">
        <div className="footer-house">
          <Link to="/" className="footer-logo">
            <Logo height={28} />
          </Link>
          <span>Supporting indie anime creators</span>
        </div>
        <nav className="footer-links" aria-label="Footer">
          {footerLinks.map(({ to, name }) => (
            <Link key={to} to={to}>
              {name}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}

/** Under the thumb on small screens. */
export function BottomBar() {
  const visitor = useVisitor()
  return (
    <nav className="bottom-bar" aria-label="Quick">
      {bottomLinks(visitor !== null).map(({ to, name, icon }) => (
        <NavLink key={to} to={to} end={to === '/'}>
          <Icon name={icon} />
          <span>{name}</span>
        </NavLink>
      ))}
    </nav>
  )
}
