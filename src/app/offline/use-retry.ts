import { useEffect, useRef } from 'react'

/** Seconds after which it is tried again without the event of a returning network; the last of them repeats. */
const RETRY_SECONDS = [2, 5, 15, 30]

/** Tries again as soon as the network is back, and from time to time, as long as `isWaiting`. */
export function useRetry(isWaiting: boolean, retry: () => void): void {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!isWaiting) return
    let timer: ReturnType<typeof setTimeout>
    const schedule = (attempt: number) => {
      const seconds = RETRY_SECONDS[Math.min(attempt, RETRY_SECONDS.length - 1)] ?? 0
      timer = setTimeout(() => {
        latest.current()
        schedule(attempt + 1)
      }, seconds * 1000)
    }
    schedule(0)
    const retryNow = () => latest.current()
    window.addEventListener('online', retryNow)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retryNow)
    }
  }, [isWaiting])
}
