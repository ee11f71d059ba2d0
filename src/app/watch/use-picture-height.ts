import { type RefObject, useEffect, useRef } from 'react'

/** Tells the style sheet how high the picture of the player is, which sticks to the top of a phone. */
export function usePictureHeight(): RefObject<HTMLDivElement | null> {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = page.current
    const place = element?.querySelector('.watch-picture')
    if (!element || !place) return
    const picture = () => place.querySelector<HTMLElement>('.player-picture')
    const tell = () => element.style.setProperty('--picture-height', `${picture()?.offsetHeight ?? 0}px`)
    // The place changes with its player, which may come after a question.
    const observer = new ResizeObserver(tell)
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return page
}
