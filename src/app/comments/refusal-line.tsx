import { useEffect, useState } from 'react'
import type { ShownRefusal } from '#app/http/refusal-shown.ts'
import { formatTime } from '#app/ui/format.ts'

/** The reason, and after too many comments the time that is left to wait. */
export function RefusalLine({ refusal }: { refusal: ShownRefusal }) {
  const [left, setLeft] = useState(refusal.retryAfterSeconds ?? 0)
  useEffect(() => {
    setLeft(refusal.retryAfterSeconds ?? 0)
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [refusal])
  return (
    <span>
      {refusal.message}
      {left > 0 && <span className="figures" aria-live="off">{` Try again in ${formatTime(left)}`}</span>}
    </span>
  )
}
