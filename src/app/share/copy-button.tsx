import { useEffect, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'

/** How long the button says that its text was copied. */
const COPIED_MS = 2000

interface CopyButtonProps {
  /** Accessible name, which begins with the visible 'Copy'. */
  name?: string
  isPrimary?: boolean
  /** @returns whether the text was copied */
  copy(): Promise<boolean>
}

/** Copies a text, and says so for two seconds. */
export function CopyButton({ name = 'Copy', isPrimary = false, copy }: CopyButtonProps) {
  const [isFresh, setFresh] = useState(false)
  useEffect(() => {
    if (!isFresh) return
    const timer = setTimeout(() => setFresh(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isFresh])
  return (
    <button
      type="button"
      className={isPrimary ? 'button button-primary' : 'button'}
      aria-label={isFresh ? undefined : name}
      onClick={() => void copy().then(setFresh)}
    >
      <Icon name={isFresh ? 'check' : 'copy'} />
      {isFresh ? 'Copied' : 'Copy'}
    </button>
  )
}
