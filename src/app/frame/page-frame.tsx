import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { Logo } from '#app/ui/logo.tsx'
import { StarField } from '#app/ui/star-field.tsx'
import { AccountCorner } from './account-corner.tsx'
import { Content } from './content.tsx'
import { Footer } from './footer.tsx'
import { mainLinks } from './links.ts'

/** The frame of the pages outside the shared layout: a top bar of their own, every link of it in sight at any width. */
export function PageFrame({ withStars = false, children }: { withStars?: boolean; children: ReactNode }) {
  return (
    <div className="frame">
      {withStars && <StarField />}
      <header className="own-bar wrap">
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
      </header>
      <Content>{children}</Content>
      <Footer />
    </div>
  )
}
