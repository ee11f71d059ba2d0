import { type MouseEvent, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { Shared } from './share-dialog.tsx'

type Dialog = typeof import('./share-dialog.tsx').default

/** Opens the share dialog. Without scripts, or when the dialog cannot be loaded, a link to the page itself. */
export function ShareButton({ startSeconds, ...page }: Omit<Shared, 'seconds'> & { startSeconds?: () => number }) {
  const [opened, setOpened] = useState<{ Dialog: Dialog; seconds: number } | null>(null)

  function open(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const seconds = Math.floor(startSeconds?.() ?? 0)
    import('./share-dialog.tsx').then(
      (loaded) => setOpened({ Dialog: loaded.default, seconds }),
      () => location.assign(page.path),
    )
  }

  return (
    <>
      <a className="button" href={page.path} onClick={open}>
        <Icon name="share" />
        Share
      </a>
      {opened && <opened.Dialog {...page} seconds={opened.seconds} onClosed={() => setOpened(null)} />}
    </>
  )
}
