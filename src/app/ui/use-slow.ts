import { useEffect, useState } from 'react'

/** How long a wait may last before it is worth showing. */
const QUICK_MS = 150

/** True while something is waited for that does not come at once, so that quick answers do not flicker. */
export function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), QUICK_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isWaiting && isSlow
}
