import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const EVERY_MS = 2_000

/** Asks the screen's loader again every two seconds while something is still on its way and the page is looked at. */
export function useRevalidateWhile(isWaiting: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
}
