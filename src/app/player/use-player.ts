import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import type { FastStartMedia } from '#video/video.ts'
import { PlaybackSession, type PlayerStart, positionEvent, volumeEvent } from './playback-session.ts'
import { CONTROLS_IDLE_MS, initialPlayerState, type PlayerEvent, playerReducer, positionAfter } from './player-state.ts'
import type { PlaybackPosition } from './position-reports.ts'

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

/** Binds the player's state to a video element, and its commands to the state. */
export function usePlayer(
  video: RefObject<HTMLVideoElement | null>,
  container: RefObject<HTMLElement | null>,
  source: {
    hls: string
    fastStart: FastStartMedia | null
    durationSeconds: number | null
    start?: PlayerStart
    position?: PlaybackPosition
  },
) {
  const [state, dispatch] = useReducer(playerReducer, source.durationSeconds, initialPlayerState)
  const latest = useRef(source)
  latest.current = source
  const session = useRef<PlaybackSession>(null)
  const idleTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const showControls = useCallback(() => {
    dispatch({ type: 'active' })
    clearTimeout(idleTimer.current)
    idleTimer.current = setTimeout(() => {
      // The controls stay while one has the keyboard focus, or while a seek preview is shown.
      if (!container.current?.querySelector('.controls :focus-visible, .seek-preview.is-shown'))
        dispatch({ type: 'idle' })
    }, CONTROLS_IDLE_MS)
  }, [container])

  // Before painting: a video that is already loaded does not wait for the page around it.
  useLayoutEffect(() => {
    if (!video.current) return
    const { start = 'playing', fastStart } = latest.current
    const emit = (event: PlayerEvent) => {
      dispatch(event)
      if (event.type === 'play' || event.type === 'active') showControls()
    }
    const opened = new PlaybackSession(video.current, {
      ...{ start, fastStart, emit },
      position: () => latest.current.position,
    })
    session.current = opened
    return () => {
      opened.close()
      clearTimeout(idleTimer.current)
    }
  }, [video, showControls])

  // After the one that opens the session. New renditions of the video have a new URL, and continue at its position.
  useLayoutEffect(() => void session.current?.start(source.hls), [source.hls])

  useEffect(() => {
    const update = () =>
      dispatch({ type: 'full screen', isFullScreen: document.fullscreenElement === container.current })
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [container])

  const commands: PlayerCommands = {
    showControls,
    retry: () => void session.current?.start(source.hls),
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
