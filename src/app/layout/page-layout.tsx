import type { ReactNode } from 'react'
import { StarField } from '#app/ui/star-field.tsx'
import { BottomNav, Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MainContent } from './main-content.tsx'

/** The layout of the pages about the site, which are outside the shared one: the same bars, without its theme. */
export function PageLayout({ withStars = false, children }: { withStars?: boolean; children: ReactNode }) {
  return (
    <div className="frame">
      {withStars && <StarField />}
      <div className="frame-header">
        <Header />
      </div>
      <MainContent>{children}</MainContent>
      <Footer />
      <BottomNav />
    </div>
  )
}
