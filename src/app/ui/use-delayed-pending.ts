import { useEffect, useState } from 'react'

/** Shorter waits are not shown. */
const DELAY_MS = 150

/** True once a wait exceeds DELAY_MS, so that fast responses cause no flicker. */
export function useDelayedPending(isPending: boolean): boolean {
  const [isDelayed, setDelayed] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setDelayed(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setDelayed(false)
    }
  }, [isPending])
  return isPending && isDelayed
}
