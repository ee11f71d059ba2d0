import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { autoplay } from '#app/fast-start/autoplay.ts'
import { type EarlyPlayback, startEarlyPlayback } from '#app/fast-start/early-playback.ts'
import type { FastStartMedia } from '#video/video.ts'
import { attachSource } from './attach-source.ts'
import { handOffToHls } from './hand-off.ts'
import { CONTROLS_IDLE_MS, initialPlayerState, type PlayerEvent, playerReducer, positionAfter } from './player-state.ts'
import { type PositionKeeper, usePositionReports } from './use-position-reports.ts'

export interface PlayerCommands {
  togglePlay(): void
  seekTo(seconds: number): void
  seekBy(seconds: number): void
  toggleMute(): void
  setVolume(volume: number): void
  toggleFullScreen(): void
  retry(): void
  /** Shows the controls after user input. */
  showControls(): void
}

/** How a player starts: playing, or paused on its first frame; with audio, or muted. */
export type PlayerStart = 'playing' | 'muted' | 'paused' | 'paused muted'

/** Binds the player's state to a video element, and its commands to the state. */
export function usePlayer(
  video: RefObject<HTMLVideoElement | null>,
  container: RefObject<HTMLElement | null>,
  source: {
    hls: string
    fastStart: FastStartMedia | null
    durationSeconds: number | null
    start?: PlayerStart
    keeper?: PositionKeeper
  },
) {
  const [state, dispatch] = useReducer(playerReducer, source.durationSeconds, initialPlayerState)
  const latest = useRef(state)
  latest.current = state
  const idleTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const mode = source.start ?? 'playing'
  const teardown = useRef<() => void>(() => {})
  // Revalidated data describes the same video, so it does not restart playback.
  const fastStart = useRef(source.fastStart)
  const keeper = useRef(source.keeper)
  const hasResumed = useRef(false)
  usePositionReports(video, source.keeper, hasResumed)

  const showControls = useCallback(() => {
    dispatch({ type: 'active' })
    clearTimeout(idleTimer.current)
    idleTimer.current = setTimeout(() => {
      // The controls stay while one has the keyboard focus, or while a seek preview is shown.
      if (!container.current?.querySelector('.controls :focus-visible, .seek-glimpse.is-shown'))
        dispatch({ type: 'idle' })
    }, CONTROLS_IDLE_MS)
  }, [container])

  const start = useCallback(async () => {
    const element = video.current
    if (!element) return
    teardown.current()
    dispatch({ type: 'attached' })
    const resumeAt = hasResumed.current ? latest.current.position : (keeper.current?.resumeSeconds ?? 0)
    // A video that starts at its start is where it should be from its first picture on.
    if (resumeAt === 0) hasResumed.current = true
    let isCancelled = false
    teardown.current = () => {
      isCancelled = true
    }
    const onFatal = () => dispatch({ type: 'failed' })
    const earlyPlayback = takeEarlyPlayback(element, resumeAt === 0 ? fastStart.current : null)
    // A retry uses no fast start.
    fastStart.current = null
    try {
      const attach = () => attachSource(element, source.hls, onFatal)
      const release = earlyPlayback
        ? handOffToHls(element, earlyPlayback, source.hls, { onFatal, fallBack: attach })
        : await attach()
      if (isCancelled) return release()
      teardown.current = release
    } catch {
      // The code of hls.js could not be loaded.
      if (!isCancelled) dispatch({ type: 'failed' })
      return
    }
    if (earlyPlayback) for (const event of missedEvents(element, earlyPlayback)) dispatch(event)
    if (resumeAt > 0) element.currentTime = resumeAt
    hasResumed.current = true
    if (mode.endsWith('muted')) element.muted = true
    if (mode.startsWith('paused')) dispatch({ type: 'pause' })
    else await autoplay(element, () => dispatch({ type: 'muted by browser' }))
    showControls()
  }, [video, source.hls, mode, showControls])

  // Before painting: a video that is already loaded does not wait for the page around it.
  useLayoutEffect(() => {
    void start()
    return () => {
      teardown.current()
      clearTimeout(idleTimer.current)
    }
  }, [start])

  useEffect(() => {
    const element = video.current
    if (!element) return
    const controller = new AbortController()
    const on = (type: string, listener: () => void) =>
      element.addEventListener(type, listener, { signal: controller.signal })
    const updatePosition = () => dispatch(positionEvent(element))
    on('play', () => {
      dispatch({ type: 'play' })
      showControls()
    })
    on('pause', () => dispatch({ type: 'pause' }))
    on('waiting', () => dispatch({ type: 'waiting' }))
    on('playing', () => dispatch({ type: 'playing' }))
    on('canplay', () => {
      if (element.paused) dispatch({ type: 'pause' })
    })
    on('timeupdate', updatePosition)
    on('seeking', updatePosition)
    on('progress', updatePosition)
    on('durationchange', () => dispatch({ type: 'duration', duration: element.duration }))
    on('volumechange', () => dispatch(volumeEvent(element)))
    document.addEventListener(
      'fullscreenchange',
      () => dispatch({ type: 'full screen', isFullScreen: document.fullscreenElement === container.current }),
      { signal: controller.signal },
    )
    return () => controller.abort()
  }, [video, container, showControls])

  const commands: PlayerCommands = {
    showControls,
    retry: () => void start(),
    togglePlay() {
      const element = video.current
      if (!element || state.hasFailed) return
      if (element.paused) void element.play().catch(() => dispatch({ type: 'pause' }))
      else element.pause()
    },
    // A slider moved by a key rereads its value immediately, before the element emits an event.
    seekTo(seconds) {
      const element = video.current
      if (element) {
        element.currentTime = seconds
        dispatch(positionEvent(element))
      }
      showControls()
    },
    seekBy(seconds) {
      commands.seekTo(positionAfter(state, seconds))
    },
    toggleMute() {
      const element = video.current
      if (!element) return
      element.muted = !element.muted
      if (!element.muted && element.volume === 0) element.volume = 0.5
    },
    setVolume(volume) {
      const element = video.current
      if (!element) return
      element.volume = volume
      element.muted = volume === 0
      dispatch(volumeEvent(element))
    },
    toggleFullScreen() {
      if (document.fullscreenElement) void document.exitFullscreen()
      else if (container.current?.requestFullscreen) void container.current.requestFullscreen()
      // iPhones support full screen only for the video itself.
      else (video.current as AppleVideo | null)?.webkitEnterFullscreen?.()
    },
  }
  return { state, commands }
}

type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** The playback that the page started before hydration, or a new one; null where the video has no fast start. */
function takeEarlyPlayback(element: HTMLVideoElement, fastStart: FastStartMedia | null): EarlyPlayback | null {
  const existing = element.earlyPlayback
  element.earlyPlayback = null
  return existing ?? (fastStart && startEarlyPlayback(element, fastStart))
}

/** The events that the element emitted before the player subscribed. */
function missedEvents(element: HTMLVideoElement, earlyPlayback: EarlyPlayback): PlayerEvent[] {
  const isReady = element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
  const events: PlayerEvent[] = [{ type: 'duration', duration: element.duration }, positionEvent(element)]
  if (earlyPlayback.isMutedByBrowser) events.push({ type: 'muted by browser' })
  if (!element.paused) events.push({ type: 'play' })
  // The browser either refused to play at all, or plays.
  if (isReady) events.push({ type: element.paused ? 'pause' : 'playing' })
  return events
}

function positionEvent(element: HTMLVideoElement): PlayerEvent {
  return { type: 'position', position: element.currentTime, bufferedUntil: bufferedEnd(element) }
}

function volumeEvent(element: HTMLVideoElement): PlayerEvent {
  return { type: 'volume', volume: element.volume, isMuted: element.muted }
}

function bufferedEnd(element: HTMLVideoElement): number {
  const { buffered, currentTime } = element
  for (let range = 0; range < buffered.length; range++)
    if (buffered.start(range) <= currentTime + 0.1 && currentTime <= buffered.end(range)) return buffered.end(range)
  return currentTime
}
