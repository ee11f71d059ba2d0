import type { ReactNode } from 'react'
import { useCurrentUser } from '#app/http/current-user.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { AccountNav } from './account-nav.tsx'
import { Bell } from './bell.tsx'
import { Footer } from './footer.tsx'
import { Menu } from './header.tsx'
import { MainContent } from './main-content.tsx'

/** The reduced layout of the watch screen: back link, logo and account. */
export function WatchLayout({ children }: { children: ReactNode }) {
  const isSignedIn = useCurrentUser() !== null
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
        <div className="header-side row gap-3">
          {isSignedIn && <Bell />}
          <div className="header-end">
            <AccountNav />
          </div>
          <Menu />
        </div>
      </header>
      <MainContent>{children}</MainContent>
      <Footer />
    </div>
  )
}
