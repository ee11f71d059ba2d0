import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Asked again: the only stream is a creator's, of their own episodes, and few pages wait like this. */
const INTERVAL_MS = 2_000

/** Revalidates the screen's data every two seconds while `isWaiting` and the page is visible. */
export function useRevalidateWhile(isWaiting: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
}
