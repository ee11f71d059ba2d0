import { type Dispatch, type RefObject, type SetStateAction, useEffect, useLayoutEffect, useRef } from 'react'
import { isPageInUse } from './page-in-use.ts'

/** Seconds until the next episode starts automatically. @see docs/product.md#watch */
export const COUNTDOWN_SECONDS = 10
/** How soon an opened dialog is noticed. */
const CHECK_MS = 250
/** At its start and here, the countdown is announced. */
export const ANNOUNCED_SECONDS = 3

/** Keys that move the focus or press the focused element. */
const neutralKeys = new Set(['Tab', 'Enter', ' ', 'Shift'])

interface CountdownState {
  secondsLeft: number
  setSecondsLeft: Dispatch<SetStateAction<number>>
  card: RefObject<HTMLElement | null>
}

/**
 * Counts down, and then calls `onEnd`; calls `onCancel` as soon as the page is in use, and on Escape, a scroll, a key, or a
 * press outside the card, also after the end while the card is shown.
 */
export function useCountdown(
  { secondsLeft, setSecondsLeft, card }: CountdownState,
  onEnd: () => void,
  onCancel: () => void,
): void {
  const latest = useRef({ onEnd, onCancel })
  latest.current = { onEnd, onCancel }

  useEffect(() => {
    const timer = setInterval(() => {
      if (!isPageInUse()) setSecondsLeft((seconds) => Math.max(0, seconds - 1))
    }, 1000)
    return () => clearInterval(timer)
  }, [setSecondsLeft])
  const isRunning = secondsLeft > 0
  useEffect(() => {
    if (!isRunning) return
    const check = () => isPageInUse() && latest.current.onCancel()
    const timer = setInterval(check, CHECK_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [isRunning])
  useEffect(() => {
    if (secondsLeft === 0) latest.current.onEnd()
  }, [secondsLeft])

  // Ends with the commit of the next page: the scroll to its top would otherwise still cancel, and lead back here.
  useLayoutEffect(() => {
    const controller = new AbortController()
    const options = { signal: controller.signal, capture: true, passive: true }
    const cancel = () => latest.current.onCancel()
    const isInside = ({ target }: Event) => target instanceof Node && card.current?.contains(target) === true
    for (const type of ['wheel', 'touchmove', 'scroll']) window.addEventListener(type, cancel, options)
    window.addEventListener('pointerdown', (event) => isInside(event) || cancel(), options)
    window.addEventListener(
      'keydown',
      (event) => {
        if (!neutralKeys.has(event.key) || !isInside(event)) cancel()
      },
      options,
    )
    return () => controller.abort()
  }, [card])
}
