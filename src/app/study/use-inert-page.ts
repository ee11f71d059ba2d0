import { type RefObject, useEffect } from 'react'

/** While it is on, nothing but an element can be reached: everything beside its ancestors is inert. */
export function useInertPage(element: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const made: HTMLElement[] = []
    for (let node = element.current; node && node !== document.body; node = node.parentElement)
      for (const sibling of node.parentElement?.children ?? [])
        if (sibling !== node && sibling instanceof HTMLElement && !sibling.inert) {
          sibling.inert = true
          made.push(sibling)
        }
    return () => {
      for (const sibling of made) sibling.inert = false
    }
  }, [element, isOn])
}
