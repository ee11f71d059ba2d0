import { type ReactNode, useEffect, useState } from 'react'
import { FlashNotice } from './flash-notice.tsx'
import { type FlashChoice, rememberChoice, rememberedChoice } from './remembered-choice.ts'
import type { ShownFlashes } from './shown-flashes.ts'

interface FlashGateProps {
  flashes: ShownFlashes
  poster: string | null
  /** URL of the master playlist, for browsers without scripts. */
  hls: string
  /** Whether the page can lead back; a page of another site keeps its own way. */
  canGoBack?: boolean
  /** Called once the player is shown; stays the same. */
  onPlayer?(): void
  /** Gives the player. */
  children(dimsFlashes: boolean): ReactNode
}

/**
 * The player, once the viewer of an episode that flashes has chosen how to watch it. Flashes that are found while it already
 * plays do not end it: they are dimmed.
 */
export function FlashGate({ flashes, poster, hls, canGoBack = true, onPlayer, children }: FlashGateProps) {
  const [asks] = useState(flashes.spans.length > 0)
  const [choice, setChoice] = useState<FlashChoice | null>(null)
  useEffect(() => setChoice(rememberedChoice()), [])
  const isShown = !asks || choice !== null
  useEffect(() => {
    if (isShown) onPlayer?.()
  }, [isShown, onPlayer])
  if (isShown) return children(choice !== 'as made')

  function choose(chosen: FlashChoice, isRemembered: boolean): void {
    if (isRemembered) rememberChoice(chosen)
    setChoice(chosen)
  }

  return <FlashNotice summary={flashes.summary} poster={poster} hls={hls} canGoBack={canGoBack} onChoice={choose} />
}
