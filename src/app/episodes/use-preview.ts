import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useReducer, useRef, useState } from 'react'
import { useMedia } from '#app/ui/use-media.ts'
import { countView, mintVisitId } from './count-view.ts'
import { atRest, PREVIEW_DELAY_MS, previewReducer } from './preview-state.ts'

// One preview at a time: whoever begins sends the one before away.
let sendAway: (() => void) | null = null

function takeTheStage(leave: () => void): () => void {
  sendAway?.()
  sendAway = leave
  return () => {
    if (sendAway === leave) sendAway = null
  }
}

/**
 * The preview of one card: when it starts, how long it runs, and that its first play of each hover is counted once.
 * @param isPlayable false for a card without anything to play, which then does nothing
 */
export function usePreview(episodeId: string, isPlayable: boolean) {
  const [state, dispatch] = useReducer(previewReducer, atRest)
  const [countedViews, setCountedViews] = useState<number | null>(null)
  const isCounted = useRef(false)
  const isMotionReduced = useMedia('(prefers-reduced-motion: reduce)')
  const canHover = useMedia('(any-hover: hover)')
  const { phase } = state
  const isResting = phase === 'rest'

  useEffect(() => {
    if (isResting) return
    const leaveStage = takeTheStage(() => dispatch({ type: 'left' }))
    return () => {
      leaveStage()
      isCounted.current = false
    }
  }, [isResting])

  useEffect(() => {
    if (phase === 'waiting') {
      const timer = setTimeout(() => dispatch({ type: 'stayed' }), PREVIEW_DELAY_MS)
      return () => clearTimeout(timer)
    }
    if (phase !== 'playing') return
    if (!isCounted.current) {
      isCounted.current = true
      void countView(episodeId, 'preview', mintVisitId()).then((views) => views !== null && setCountedViews(views))
    }
    const timer = setInterval(() => dispatch({ type: 'second passed' }), 1000)
    return () => clearInterval(timer)
  }, [phase, episodeId])

  const came = () => dispatch({ type: 'came', isMotionReduced })
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    // The pointer may have been there before the page came alive, and then tells of itself no more.
    if (isPlayable && canHover && card.current?.matches(':hover')) dispatch({ type: 'came', isMotionReduced })
  }, [isPlayable, canHover, isMotionReduced])
  const left = () => dispatch({ type: 'left' })
  return {
    card,
    state,
    /** Views after the last counted preview; null before. */
    countedViews,
    /** True where a preview has to be asked for. */
    isAskedFor: isPlayable && isMotionReduced && canHover,
    ask: () => dispatch({ type: 'asked' }),
    stop: left,
    started: () => dispatch({ type: 'started' }),
    failed: () => dispatch({ type: 'failed' }),
    /** For the card's own element. A finger opens the episode and starts nothing. */
    watching: isPlayable
      ? {
          onPointerEnter: (event: PointerEvent) => event.pointerType !== 'touch' && came(),
          onPointerLeave: left,
          onFocus: (event: FocusEvent) => !isInside(event) && event.target.matches(':focus-visible') && came(),
          onBlur: (event: FocusEvent) => !isInside(event) && left(),
          onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && left(),
        }
      : {},
  }
}

export type Preview = ReturnType<typeof usePreview>

/** Whether the focus only moves about within the card. */
function isInside({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
}
