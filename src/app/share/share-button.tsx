import { type MouseEvent, useState } from 'react'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Shared } from './share-dialog.tsx'

type Opened = { Dialog: typeof import('./share-dialog.tsx').default; seconds: number }

/** Opens the share dialog. Without scripts a link to the page itself; without the dialog, the link to copy. */
export function ShareButton({ startSeconds, ...page }: Omit<Shared, 'seconds'> & { startSeconds?: () => number }) {
  const [opened, setOpened] = useState<Opened | 'failed' | null>(null)

  function open(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const seconds = Math.floor(startSeconds?.() ?? 0)
    import('./share-dialog.tsx').then(
      (loaded) => setOpened({ Dialog: loaded.default, seconds }),
      () => setOpened('failed'),
    )
  }

  return (
    <>
      <a className="button" href={page.path} onClick={open}>
        <Icon name="share" />
        Share
      </a>
      {opened === 'failed' ? (
        <div className="share-failed">
          <ErrorMessage>
            Sharing options could not be loaded. Please copy this link: {new URL(page.path, location.origin).href}
          </ErrorMessage>
        </div>
      ) : (
        opened && <opened.Dialog {...page} seconds={opened.seconds} onClosed={() => setOpened(null)} />
      )}
    </>
  )
}
