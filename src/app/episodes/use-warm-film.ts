import { type FocusEvent, type PointerEvent, useRef } from 'react'
import { warmAnswers } from '#app/player/warm-answers.ts'
import type { Beginning } from '#video/video.ts'

/** A pointer that rests this long means the card; one on its way elsewhere does not. */
const WARM_DELAY_MS = 100

/**
 * Asks for the beginning of a card's film while somebody points at it, once an episode, so that it is there when they
 * click. Fingers point only when they click already, and who saves data is not made to spend any.
 */
export function useWarmFilm(episodeId: string, isPlayable: boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (!isPlayable) return {}
  const soon = (card: Element) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (card.matches(':hover, :focus-within')) void warm(episodeId)
    }, WARM_DELAY_MS)
  }
  return {
    onPointerOver: (event: PointerEvent) => event.pointerType !== 'touch' && soon(event.currentTarget),
    onFocusCapture: (event: FocusEvent) => event.target.matches(':focus-visible') && soon(event.currentTarget),
  }
}

const known = new Set<string>()

async function warm(episodeId: string): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (known.has(episodeId) || connection?.saveData || 'ManagedMediaSource' in window) return
  known.add(episodeId)
  const beginning = await fetch(`/watch/${episodeId}/beginning`).then(
    (answer) => (answer.ok ? (answer.json() as Promise<Beginning | null>) : null),
    () => null,
  )
  if (beginning) warmAnswers([beginning.init, beginning.segments[0] ?? ''])
}
