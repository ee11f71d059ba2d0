import { type ReactNode, useEffect, useState } from 'react'
import type { AddedPartProps } from '#app/player/player.tsx'
import { restart, useHasEnded } from '#app/player/video-end.ts'
import type { ShownEpisode } from './offered-episode.ts'
import { notePlayed } from './played-episodes.ts'

type EndCardModule = typeof import('./end-card.tsx')

/** How long before the end the card's code is fetched. */
const FETCH_BEFORE_SECONDS = 15

interface EndOfEpisodeProps extends Pick<AddedPartProps, 'video' | 'state' | 'commands'> {
  /** The episode that ends. */
  episode: { id: string; title: string }
  upNext: readonly ShownEpisode[]
  /** What viewers can do with the episode. */
  actions: ReactNode
  /** The place of the card below the picture of a phone. */
  phonePlace: HTMLElement | null
}

/** Over the last frame of an episode that ended: the next one. */
export function EndOfEpisode({ video, state, commands, episode, ...given }: EndOfEpisodeProps) {
  const hasEnded = useHasEnded(video)
  const [card, setCard] = useState<EndCardModule | null>(null)
  useEffect(() => notePlayed(episode.id), [episode.id])
  useEffect(() => {
    const element = video.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    let isFetched = false
    // Without a connection it fails, is tried once more at the end, and the episode then stays on its last frame.
    const loadCard = () => void import('./end-card.tsx').then(setCard, () => {})
    element.addEventListener('ended', loadCard, { signal })
    element.addEventListener(
      'timeupdate',
      () => {
        if (isFetched || element.duration - element.currentTime >= FETCH_BEFORE_SECONDS) return
        isFetched = true
        loadCard()
      },
      { signal },
    )
    return () => controller.abort()
  }, [video])
  if (!hasEnded || !card) return null
  return (
    <card.EndCard
      {...given}
      title={episode.title}
      isFullScreen={state.isFullScreen}
      onFullScreen={commands.toggleFullScreen}
      onRestart={() => restart(video.current)}
    />
  )
}
