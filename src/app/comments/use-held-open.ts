import { type RefObject, useEffect, useState } from 'react'

interface HeldOpen {
  /** Whether the part is used: from the moment it gets the focus until the focus has left it. */
  isHeld: boolean
  /** Whether it was folded, whatever it holds; until it gets the focus again. */
  isFolded: boolean
  fold(): void
}

/**
 * A part of the page that is open while it is used. A press elsewhere ends first, so that what it was aimed at is still
 * under the pointer when the part folds.
 */
export function useHeldOpen(part: RefObject<HTMLElement | null>): HeldOpen {
  const [isHeld, setHeld] = useState(false)
  const [isFolded, setFolded] = useState(false)
  useEffect(() => {
    const element = part.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    let isPressed = false
    const check = () => {
      if (!isPressed && !signal.aborted) setHeld(element.contains(document.activeElement))
    }
    const press = (isDown: boolean) => () => {
      isPressed = isDown
      if (!isDown) setTimeout(check)
    }
    const open = () => {
      setHeld(true)
      setFolded(false)
    }
    element.addEventListener('focusin', open, { signal })
    // The focus is nowhere during the event.
    element.addEventListener('focusout', () => setTimeout(check), { signal })
    document.addEventListener('pointerdown', press(true), { capture: true, signal })
    for (const type of ['pointerup', 'pointercancel'])
      document.addEventListener(type, press(false), { capture: true, signal })
    check()
    return () => controller.abort()
  }, [part])
  return { isHeld, isFolded, fold: () => setFolded(true) }
}
