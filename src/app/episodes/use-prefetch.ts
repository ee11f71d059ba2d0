import { type FocusEvent, type PointerEvent, useEffect, useRef } from 'react'
import { cancelPrefetch, prefetchEpisode } from './prefetch.ts'

/** How long a pointer rests on a card before prefetching starts. */
const HOVER_DELAY_MS = 100

/**
 * Prefetches everything for a click on a card, while the card is pointed at or focused. Excludes touches, which point
 * only when they click, and browsers that save data.
 */
export function usePrefetch(episodeId: string, isPlayable: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!isPlayable) return {}
  const schedule = (card: Element) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (isHoveredOrFocused(card)) prefetchEpisode(episodeId)
    }, HOVER_DELAY_MS)
  }
  const leave = (card: Element, relatedTarget: EventTarget | null) => {
    if (!(relatedTarget instanceof Node && card.contains(relatedTarget)) && !isHoveredOrFocused(card))
      cancelPrefetch(episodeId)
  }
  return {
    onPointerOver: (event: PointerEvent) => event.pointerType !== 'touch' && schedule(event.currentTarget),
    onPointerOut: (event: PointerEvent) => leave(event.currentTarget, event.relatedTarget),
    onFocusCapture: (event: FocusEvent) => event.target.matches(':focus-visible') && schedule(event.currentTarget),
    onBlurCapture: (event: FocusEvent) => leave(event.currentTarget, event.relatedTarget),
  }
}

function isHoveredOrFocused(card: Element): boolean {
  return card.matches(':hover, :focus-within')
}
