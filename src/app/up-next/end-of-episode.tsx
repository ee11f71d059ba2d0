import { lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import type { ShownEpisode } from './offered-episode.ts'
import { notePlayed } from './played-episodes.ts'

const loadEndCard = () => import('./end-card.tsx')
const EndCard = lazy(async () => ({ default: (await loadEndCard()).EndCard }))

/** How long before the end the card's code is fetched. */
const FETCH_BEFORE_SECONDS = 15

interface EndOfEpisodeProps {
  video: RefObject<HTMLVideoElement | null>
  /** The episode that ends. */
  episode: { id: string; title: string }
  upNext: readonly ShownEpisode[]
}

/** Over the last picture of an episode that ended: the next one. */
export function EndOfEpisode({ video, episode, upNext }: EndOfEpisodeProps) {
  const [hasEnded, setHasEnded] = useState(false)
  useEffect(() => notePlayed(episode.id), [episode.id])
  useEffect(() => {
    const element = video.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    const close = () => setHasEnded(false)
    element.addEventListener('ended', () => setHasEnded(true), { signal })
    element.addEventListener('play', close, { signal })
    element.addEventListener('seeking', close, { signal })
    element.addEventListener(
      'timeupdate',
      () => {
        // Fails without a connection; the card then fails to open, and the episode stays on its last picture.
        if (element.duration - element.currentTime < FETCH_BEFORE_SECONDS) loadEndCard().catch(() => {})
      },
      { signal },
    )
    return () => controller.abort()
  }, [video])
  if (!hasEnded) return null
  return (
    <Suspense>
      <EndCard title={episode.title} upNext={upNext} onRestart={() => restart(video.current)} />
    </Suspense>
  )
}

function restart(element: HTMLVideoElement | null): void {
  if (!element) return
  element.currentTime = 0
  element.play().catch(() => {})
}
