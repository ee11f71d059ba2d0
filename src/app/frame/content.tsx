import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { Flip } from '#app/ui/flip.tsx'
import { useSlow } from '#app/ui/use-slow.ts'

/** What a frame holds: the screen, or 'Loading...' while the next one is fetched and says so. */
export function Content({ children }: { children: ReactNode }) {
  const navigation = useNavigation()
  const { pathname } = useLocation()
  const target = navigation.state === 'loading' ? navigation.location.pathname : pathname
  const isLeaving = target !== pathname
  const isSlow = useSlow(isLeaving)
  const isWaiting = isLeaving && (isGuarded(target) || (isSlow && isProfile(target)))
  return (
    <main id="main">
      {isWaiting ? (
        <div className="wrap page waiting">
          <Flip>Loading...</Flip>
        </div>
      ) : (
        children
      )}
    </main>
  )
}

/** Behind the login guard: whether the person may see the screen is not known before it comes. */
function isGuarded(pathname: string): boolean {
  return pathname === '/dashboard' || pathname === '/upload' || pathname === '/settings'
}

function isProfile(pathname: string): boolean {
  return pathname.startsWith('/creator/')
}
