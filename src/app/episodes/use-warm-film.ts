import { type FocusEvent, type PointerEvent, useEffect, useRef } from 'react'
import { coolFilm, warmFilm } from './warm-films.ts'

/** A pointer that rests this long means the card; one on its way elsewhere does not. */
const WARM_DELAY_MS = 100

/**
 * Has everything that a click on a card needs asked for while somebody points at it, and no longer. Fingers point only
 * when they click already, and who saves data is not made to spend any.
 */
export function useWarmFilm(episodeId: string, isPlayable: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!isPlayable) return {}
  const soon = (card: Element) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (isMeant(card)) warmFilm(episodeId)
    }, WARM_DELAY_MS)
  }
  const left = (card: Element, to: EventTarget | null) => {
    if (!(to instanceof Node && card.contains(to)) && !isMeant(card)) coolFilm(episodeId)
  }
  return {
    onPointerOver: (event: PointerEvent) => event.pointerType !== 'touch' && soon(event.currentTarget),
    onPointerOut: (event: PointerEvent) => left(event.currentTarget, event.relatedTarget),
    onFocusCapture: (event: FocusEvent) => event.target.matches(':focus-visible') && soon(event.currentTarget),
    onBlurCapture: (event: FocusEvent) => left(event.currentTarget, event.relatedTarget),
  }
}

function isMeant(card: Element): boolean {
  return card.matches(':hover, :focus-within')
}
