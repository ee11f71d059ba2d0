import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import type { LibraryIntent, Removed } from './library-forms.ts'

/** @see docs/product.md#library */
const SHOWN_MS = 6000

/** Says that something was removed, and takes it back. Without scripts it stays until the next page. */
export function RemovedToast({ removed }: { removed: Removed }) {
  const [isOver, setOver] = useState(false)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => setOver(true), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  const intent: LibraryIntent = removed.list === 'later' ? 'keep' : 'restore'
  return (
    <div
      className="toast row gap-3"
      role="status"
      hidden={isOver}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Icon name="check" />
      {removed.list === 'later' ? 'Removed from Watch Later.' : 'Removed from History.'}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="episodeId" value={removed.episodeId} />
        {removed.list === 'history' && (
          <>
            <input type="hidden" name="positionSeconds" value={removed.positionSeconds} />
            <input type="hidden" name="watchedAt" value={new Date(removed.watchedAt).toISOString()} />
          </>
        )}
        <button type="submit" className="toast-undo">
          Undo
        </button>
      </Form>
    </div>
  )
}
