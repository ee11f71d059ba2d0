import { Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { BottomBar, Footer } from '#app/frame/footer.tsx'
import { Header } from '#app/frame/header.tsx'
import { isGuarded, type ScreenHandle } from '#app/frame/screen-handle.ts'
import { Flip } from '#app/ui/flip.tsx'
import { StarField } from '#app/ui/star-field.tsx'

/** The frame that most screens share: top bar, the screen, footer, and the bar under the thumb. */
export default function SharedLayout() {
  const navigation = useNavigation()
  const matches = useMatches()
  const { backdrop = 'plain' } = (matches.at(-1)?.handle ?? {}) as ScreenHandle
  const { pathname } = useLocation()
  const target = navigation.state === 'loading' ? navigation.location.pathname : pathname
  const isWaiting = target !== pathname && isGuarded(target)
  const theme = backdrop === 'night' || backdrop === 'sky' ? 'dark' : undefined
  return (
    <div className={`frame frame-${backdrop}`}>
      {backdrop === 'stars' && <StarField />}
      <div className="frame-header" data-theme={theme}>
        <Header />
      </div>
      <main id="main">
        {isWaiting ? (
          <div className="wrap page waiting">
            <Flip>Loading...</Flip>
          </div>
        ) : (
          <Outlet />
        )}
      </main>
      <Footer />
      <BottomBar />
    </div>
  )
}
