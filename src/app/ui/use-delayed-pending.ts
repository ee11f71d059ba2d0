import { useEffect, useState } from 'react'

/** Shorter waits are not shown. */
const DELAY_MS = 150

/** True once a wait exceeds a delay in milliseconds, so that fast responses cause no flicker. */
export function useDelayedPending(isPending: boolean, delayMs = DELAY_MS): boolean {
  const [isDelayed, setDelayed] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setDelayed(true), delayMs)
    return () => {
      clearTimeout(timer)
      setDelayed(false)
    }
  }, [isPending, delayMs])
  return isPending && isDelayed
}
