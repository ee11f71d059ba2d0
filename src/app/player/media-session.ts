import { ARROW_SECONDS } from './player-state.ts'
import type { SeriesOpeners } from './use-series-openers.ts'

/** The facts about a video that the system shows beside its own buttons. */
export interface MediaInfo {
  title: string
  /** Name of its creator. */
  artist?: string
  poster: string | null
}

/** The actions of the buttons of the system and of keyboards. */
export interface MediaActions extends SeriesOpeners {
  seekTo(seconds: number): void
  seekBy(seconds: number): void
}

/**
 * Describes a video to the system and follows its buttons.
 * @returns a function that ends it, which does nothing where it is unsupported
 */
export function openMediaSession(
  video: HTMLVideoElement,
  { title, artist = '', poster }: MediaInfo,
  { seekTo, seekBy, openPrevious, openNext }: MediaActions,
): () => void {
  if (!('mediaSession' in navigator) || !('MediaMetadata' in window)) return () => {}
  const { mediaSession } = navigator
  mediaSession.metadata = new MediaMetadata({ title, artist, artwork: poster === null ? [] : [{ src: poster }] })
  const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
    ['play', () => void video.play().catch(() => {})],
    ['pause', () => video.pause()],
    ['seekto', (details) => seekTo(details.seekTime ?? video.currentTime)],
    ['seekbackward', (details) => seekBy(-(details.seekOffset ?? ARROW_SECONDS))],
    ['seekforward', (details) => seekBy(details.seekOffset ?? ARROW_SECONDS)],
    ['previoustrack', openPrevious],
    ['nexttrack', openNext],
  ]
  for (const [action, handler] of handlers) setHandler(action, handler)
  const controller = new AbortController()
  const update = () => updatePosition(video)
  for (const type of ['durationchange', 'seeked', 'ratechange', 'play', 'pause'])
    video.addEventListener(type, update, { signal: controller.signal })
  return () => {
    controller.abort()
    mediaSession.metadata = null
    for (const [action] of handlers) setHandler(action, null)
  }
}

function updatePosition({ duration, currentTime, playbackRate }: HTMLVideoElement): void {
  if (!Number.isFinite(duration) || duration <= 0 || playbackRate <= 0) return
  navigator.mediaSession.setPositionState?.({ duration, playbackRate, position: Math.min(currentTime, duration) })
}

function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler)
  } catch {
    // Browsers refuse actions that they do not know.
  }
}
