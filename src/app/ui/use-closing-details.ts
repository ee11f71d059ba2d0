import { type RefObject, useEffect, useRef } from 'react'

/** For `<details>` used as a menu: Esc, a choice in it and a click elsewhere close it. It opens without scripts. */
export function useClosingDetails(): RefObject<HTMLDetailsElement | null> {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = details.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener(
      'click',
      ({ target }) => {
        // A click inside has done its work by then.
        const isOpener = target instanceof Node && element.querySelector('summary')?.contains(target)
        if (!isOpener) element.open = false
      },
      { signal },
    )
    element.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !element.open) return
        element.open = false
        element.querySelector('summary')?.focus()
      },
      { signal },
    )
    return () => controller.abort()
  }, [])
  return details
}
