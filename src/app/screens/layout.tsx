import { Outlet, useMatches } from 'react-router'
import { BottomNav, Footer } from '#app/layout/footer.tsx'
import { Header } from '#app/layout/header.tsx'
import { MainContent } from '#app/layout/main-content.tsx'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { StarField } from '#app/ui/star-field.tsx'

/** The layout that most screens share: top bar, screen, footer and bottom bar. */
export default function SharedLayout() {
  const matches = useMatches()
  const { backdrop = 'plain' } = (matches.at(-1)?.handle ?? {}) as RouteHandle
  const theme = backdrop === 'night' || backdrop === 'sky' ? 'dark' : undefined
  return (
    <div className={`frame frame-${backdrop}`}>
      {backdrop === 'stars' && <StarField />}
      <div className="frame-header" data-theme={theme}>
        <Header />
      </div>
      <MainContent>
        <Outlet />
      </MainContent>
      <Footer />
      <BottomNav />
    </div>
  )
}
