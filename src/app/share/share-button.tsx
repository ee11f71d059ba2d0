import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { Shared } from './share-dialog.tsx'

const ShareDialog = lazy(() => import('./share-dialog.tsx'))

/** Opens the share dialog. Without scripts, a link to the page itself. */
export function ShareButton({ startSeconds, ...page }: Omit<Shared, 'seconds'> & { startSeconds?: () => number }) {
  const [opened, setOpened] = useState<{ seconds: number } | null>(null)

  function open(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpened({ seconds: Math.floor(startSeconds?.() ?? 0) })
  }

  return (
    <>
      <a className="button" href={page.path} onClick={open}>
        <Icon name="share" />
        Share
      </a>
      {opened && (
        <Suspense>
          <ShareDialog {...page} seconds={opened.seconds} onClosed={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}
