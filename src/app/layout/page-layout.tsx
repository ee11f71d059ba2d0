import type { ReactNode } from 'react'
import { StarField } from '#app/ui/star-field.tsx'
import { Footer } from './footer.tsx'
import { TopBar } from './header.tsx'
import { MainContent } from './main-content.tsx'

/** The layout of the pages outside the shared one, with a top bar that shows every link at any width. */
export function PageLayout({ withStars = false, children }: { withStars?: boolean; children: ReactNode }) {
  return (
    <div className="frame">
      {withStars && <StarField />}
      <TopBar variant="own-bar" />
      <MainContent>{children}</MainContent>
      <Footer />
    </div>
  )
}
