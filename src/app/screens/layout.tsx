import { Outlet, useMatches } from 'react-router'
import { Content } from '#app/frame/content.tsx'
import { BottomBar, Footer } from '#app/frame/footer.tsx'
import { Header } from '#app/frame/header.tsx'
import type { ScreenHandle } from '#app/frame/screen-handle.ts'
import { StarField } from '#app/ui/star-field.tsx'

/** The frame that most screens share: top bar, the screen, footer, and the bar under the thumb. */
export default function SharedLayout() {
  const matches = useMatches()
  const { backdrop = 'plain' } = (matches.at(-1)?.handle ?? {}) as ScreenHandle
  const theme = backdrop === 'night' || backdrop === 'sky' ? 'dark' : undefined
  return (
    <div className={`frame frame-${backdrop}`}>
      {backdrop === 'stars' && <StarField />}
      <div className="frame-header" data-theme={theme}>
        <Header />
      </div>
      <Content>
        <Outlet />
      </Content>
      <Footer />
      <BottomBar />
    </div>
  )
}
