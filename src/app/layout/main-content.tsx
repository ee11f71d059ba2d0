import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { OfflineStrip } from '#app/offline/offline-strip.tsx'
import { LoadingMessage } from '#app/ui/loading.tsx'
import { useDelayedPending } from '#app/ui/use-delayed-pending.ts'
import { SuspensionNotice } from './suspension-notice.tsx'

/** Content of a layout: the screen, or 'Loading...' while a guarded screen or a slow profile is fetched. */
export function MainContent({ children }: { children: ReactNode }) {
  const navigation = useNavigation()
  const { pathname } = useLocation()
  const target = navigation.state === 'loading' ? navigation.location.pathname : pathname
  const isLeaving = target !== pathname
  const isDelayed = useDelayedPending(isLeaving)
  // A page of Settings stays until the next one is there.
  const isWithinSettings = isSettings(pathname) && isSettings(target)
  const isWaiting = isLeaving && !isWithinSettings && (isGuarded(target) || (isDelayed && isProfile(target)))
  return (
    <main id="main">
      <OfflineStrip />
      <SuspensionNotice />
      {isWaiting ? (
        <div className="wrap page waiting">
          <LoadingMessage>Loading...</LoadingMessage>
        </div>
      ) : (
        children
      )}
    </main>
  )
}

const guardedPaths = ['/dashboard', '/upload', '/settings', '/following', '/notifications']

/** Whether the login guard protects the path; only the response tells whether the user may see the screen. */
function isGuarded(pathname: string): boolean {
  return guardedPaths.includes(pathname)
}

function isSettings(pathname: string): boolean {
  return pathname.split('/')[1] === 'settings'
}

function isProfile(pathname: string): boolean {
  return pathname.startsWith('/creator/')
}
