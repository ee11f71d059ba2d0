import type { ReactNode } from 'react'
import { StarField } from '#app/ui/star-field.tsx'
import { Content } from './content.tsx'
import { Footer } from './footer.tsx'
import { TopBar } from './header.tsx'

/** The frame of the pages outside the shared layout: a top bar of their own, every link of it in sight at any width. */
export function PageFrame({ withStars = false, children }: { withStars?: boolean; children: ReactNode }) {
  return (
    <div className="frame">
      {withStars && <StarField />}
      <TopBar look="own-bar" />
      <Content>{children}</Content>
      <Footer />
    </div>
  )
}
