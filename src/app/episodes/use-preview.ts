import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useReducer, useRef, useState } from 'react'
import { useMediaQuery } from '#app/ui/use-media-query.ts'
import { countView, createVisitId } from './count-view.ts'
import { sourceOfPreview } from './play-source.ts'
import { idle, PREVIEW_DELAY_MS, previewReducer } from './preview-state.ts'

// One preview at a time; a new one stops the previous one.
let stopActive: (() => void) | null = null

function makeActive(stop: () => void): () => void {
  stopActive?.()
  stopActive = stop
  return () => {
    if (stopActive === stop) stopActive = null
  }
}

/**
 * Controls the preview of one card, and counts a view once per hover.
 * @param isPlayable false for a card without a video, which has no preview
 */
export function usePreview(episodeId: string, isPlayable: boolean) {
  const [state, dispatch] = useReducer(previewReducer, idle)
  const [countedViews, setCountedViews] = useState<number | null>(null)
  const isCounted = useRef(false)
  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)')
  const canHover = useMediaQuery('(any-hover: hover)')
  const { phase } = state
  const isIdle = phase === 'idle'

  useEffect(() => {
    if (isIdle) return
    const deactivate = makeActive(() => dispatch({ type: 'left' }))
    return () => {
      deactivate()
      isCounted.current = false
    }
  }, [isIdle])

  useEffect(() => {
    if (phase === 'waiting') {
      const timer = setTimeout(() => dispatch({ type: 'delay passed' }), PREVIEW_DELAY_MS)
      return () => clearTimeout(timer)
    }
    if (phase !== 'playing') return
    if (!isCounted.current) {
      isCounted.current = true
      void countView(episodeId, 'preview', createVisitId(), sourceOfPreview()).then(
        (views) => views !== null && setCountedViews(views),
      )
    }
    const timer = setInterval(() => dispatch({ type: 'second passed' }), 1000)
    return () => clearInterval(timer)
  }, [phase, episodeId])

  const enter = () => dispatch({ type: 'entered', isMotionReduced })
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    // A pointer on the card before hydration emits no enter event.
    if (isPlayable && canHover && card.current?.matches(':hover')) dispatch({ type: 'entered', isMotionReduced })
  }, [isPlayable, canHover, isMotionReduced])
  const leave = () => dispatch({ type: 'left' })
  return {
    card,
    state,
    /** Views after the last counted preview; null before. */
    countedViews,
    /** True where a preview starts only on request. */
    startsOnRequest: isPlayable && isMotionReduced && canHover,
    play: () => dispatch({ type: 'requested' }),
    stop: leave,
    onStarted: () => dispatch({ type: 'started' }),
    onFailed: () => dispatch({ type: 'failed' }),
    /** Handlers for the card's element. A touch opens the episode and starts no preview. */
    handlers: isPlayable
      ? {
          onPointerEnter: (event: PointerEvent) => event.pointerType !== 'touch' && enter(),
          onPointerLeave: leave,
          onFocus: (event: FocusEvent) => !isInside(event) && event.target.matches(':focus-visible') && enter(),
          onBlur: (event: FocusEvent) => !isInside(event) && leave(),
          onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && leave(),
        }
      : {},
  }
}

export type PreviewControl = ReturnType<typeof usePreview>

/** Whether the focus only moves within the card. */
function isInside({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
}
