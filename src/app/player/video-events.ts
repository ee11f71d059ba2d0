import type { EarlyPlayback } from '#app/playback/early-playback.ts'
import type { PlayerEvent } from './player-state.ts'

/** Translates the events of a video element into those of the player. @param signal ends it */
export function eventsOf(video: HTMLVideoElement, signal: AbortSignal, emit: (event: PlayerEvent) => void): void {
  const on = (types: string, listener: () => void) => {
    for (const type of types.split(' ')) video.addEventListener(type, listener, { signal })
  }
  on('play', () => emit({ type: 'play' }))
  on('pause', () => emit({ type: 'pause' }))
  on('waiting', () => emit({ type: 'waiting' }))
  on('playing', () => emit({ type: 'playing' }))
  on('canplay', () => {
    if (video.paused) emit({ type: 'pause' })
  })
  on('timeupdate seeking progress', () => emit(positionEvent(video)))
  on('durationchange', () => emit({ type: 'duration', duration: video.duration }))
  on('volumechange', () => emit(volumeEvent(video)))
  on('loadedmetadata resize', () => emit(shownQualityEvent(video)))
  on('enterpictureinpicture', () => emit({ type: 'picture in picture', isPictureInPicture: true }))
  on('leavepictureinpicture', () => emit({ type: 'picture in picture', isPictureInPicture: false }))
}

/** The events that the element emitted before the player subscribed. */
export function missedEvents(video: HTMLVideoElement, early: EarlyPlayback): PlayerEvent[] {
  const isReady = video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
  const events: PlayerEvent[] = [
    { type: 'duration', duration: video.duration },
    positionEvent(video),
    shownQualityEvent(video),
  ]
  if (early.isMutedByBrowser) events.push({ type: 'muted by browser' })
  if (!video.paused) events.push({ type: 'play' })
  // The browser either refused to play at all, or plays.
  if (isReady) events.push({ type: video.paused ? 'pause' : 'playing' })
  return events
}

export function positionEvent(video: HTMLVideoElement): PlayerEvent {
  return { type: 'position', position: video.currentTime, bufferedUntil: bufferedEnd(video) }
}

export function volumeEvent(video: HTMLVideoElement): PlayerEvent {
  return { type: 'volume', volume: video.volume, isMuted: video.muted }
}

function shownQualityEvent({ videoWidth, videoHeight }: HTMLVideoElement): PlayerEvent {
  return { type: 'shown quality', lines: Math.min(videoWidth, videoHeight) }
}

function bufferedEnd(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video
  for (let range = 0; range < buffered.length; range++)
    if (buffered.start(range) <= currentTime + 0.1 && currentTime <= buffered.end(range)) return buffered.end(range)
  return currentTime
}
