import { useEffect, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'

/** How long the strip says that the network is back. */
const BACK_MS = 2_000

/** Below the header, as long as the browser has no network; and shortly after that. */
export function OfflineStrip() {
  const [shown, setShown] = useState<'offline' | 'back' | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      clearTimeout(timer)
      setShown((before) => (navigator.onLine ? before && 'back' : 'offline'))
      if (navigator.onLine) timer = setTimeout(() => setShown(null), BACK_MS)
    }
    if (!navigator.onLine) update()
    for (const type of ['online', 'offline']) window.addEventListener(type, update)
    return () => {
      clearTimeout(timer)
      for (const type of ['online', 'offline']) window.removeEventListener(type, update)
    }
  }, [])
  return (
    <div aria-live="polite">
      {shown !== null && (
        <p className={shown === 'back' ? 'offline-strip is-back' : 'offline-strip'}>
          <span className="wrap">
            <Icon name={shown === 'back' ? 'check' : 'warn'} />
            {shown === 'back' ? (
              'Back online.'
            ) : (
              <>
                <b>You are offline.</b> What is open stays open.
              </>
            )}
          </span>
        </p>
      )}
    </div>
  )
}
