import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { AccountCorner } from './account-corner.tsx'
import { Content } from './content.tsx'
import { Footer } from './footer.tsx'
import { Menu } from './header.tsx'

/** The quiet frame of the watch screen: the way back, the house, the account. */
export function WatchFrame({ children }: { children: ReactNode }) {
  return (
    <div className="frame frame-watch">
      <header className="watch-header wrap">
        <Link className="back" to="/explore">
          <Icon name="left" />
          Back to Explore
        </Link>
        <Link to="/" className="header-logo">
          <Logo height={38} />
        </Link>
        <div className="header-end">
          <AccountCorner />
        </div>
        <Menu />
      </header>
      <Content>{children}</Content>
      <Footer />
    </div>
  )
}
