import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { type BegunPicture, beginPicture } from '#app/fast-start/begin-picture.ts'
import { playWithSound } from '#app/fast-start/play-with-sound.ts'
import type { Beginning } from '#video/video.ts'
import { attachSource } from './attach-source.ts'
import { CONTROLS_REST_MS, initialPlayerState, type PlayerEvent, playerReducer, positionAfter } from './player-state.ts'
import { takeOver } from './take-over.ts'

export interface PlayerCommands {
  togglePlay(): void
  seekTo(seconds: number): void
  seekBy(seconds: number): void
  toggleMute(): void
  setVolume(volume: number): void
  toggleFullScreen(): void
  tryAgain(): void
  /** A hand was seen: the controls come back. */
  stir(): void
}

/** How a player begins: playing, playing without sound, or with its first picture until somebody plays it. */
export type PlayerStart = 'playing' | 'silent' | 'waiting' | 'waiting silent'

/** Binds the player's state to a video element, and its commands to the state. */
export function usePlayer(
  video: RefObject<HTMLVideoElement | null>,
  frame: RefObject<HTMLElement | null>,
  source: { hls: string; beginning: Beginning | null; durationSeconds: number | null; start?: PlayerStart },
) {
  const [state, dispatch] = useReducer(playerReducer, source.durationSeconds, initialPlayerState)
  const latest = useRef(state)
  latest.current = state
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const how = source.start ?? 'playing'
  const letGo = useRef<() => void>(() => {})
  // Renewed data tell the same film in other words: they are no reason to start over.
  const beginning = useRef(source.beginning)

  const stir = useCallback(() => {
    dispatch({ type: 'stirred' })
    clearTimeout(restTimer.current)
    restTimer.current = setTimeout(() => {
      // Somebody who has come to a control by keyboard keeps seeing it, and so does whoever looks for a moment.
      if (!frame.current?.querySelector('.controls :focus-visible, .seek-glimpse.is-shown'))
        dispatch({ type: 'rested' })
    }, CONTROLS_REST_MS)
  }, [frame])

  const start = useCallback(async () => {
    const element = video.current
    if (!element) return
    letGo.current()
    dispatch({ type: 'attached' })
    const resumeAt = latest.current.position
    let isGone = false
    letGo.current = () => {
      isGone = true
    }
    const onFatal = () => dispatch({ type: 'failed' })
    const begun = begin(element, resumeAt === 0 ? beginning.current : null)
    // What did not do once is not tried that way again.
    beginning.current = null
    try {
      const attach = () => attachSource(element, source.hls, onFatal)
      const release = begun ? takeOver(element, begun, source.hls, { onFatal, startOver: attach }) : await attach()
      if (isGone) return release()
      letGo.current = release
    } catch {
      // The player's own code did not arrive.
      if (!isGone) dispatch({ type: 'failed' })
      return
    }
    if (begun) for (const event of missedOf(element, begun)) dispatch(event)
    if (resumeAt > 0) element.currentTime = resumeAt
    if (how.endsWith('silent')) element.muted = true
    if (how.startsWith('waiting')) dispatch({ type: 'pause' })
    else await playWithSound(element, () => dispatch({ type: 'muted by browser' }))
    stir()
  }, [video, source.hls, how, stir])

  // Before anything is painted: a film that is there already need not wait for the page around it.
  useLayoutEffect(() => {
    void start()
    return () => {
      letGo.current()
      clearTimeout(restTimer.current)
    }
  }, [start])

  useEffect(() => {
    const element = video.current
    if (!element) return
    const stop = new AbortController()
    const on = (type: string, heard: () => void) => element.addEventListener(type, heard, { signal: stop.signal })
    const moved = () => dispatch(placeOf(element))
    on('play', () => {
      dispatch({ type: 'play' })
      stir()
    })
    on('pause', () => dispatch({ type: 'pause' }))
    on('waiting', () => dispatch({ type: 'waiting' }))
    on('playing', () => dispatch({ type: 'playing' }))
    on('canplay', () => {
      if (element.paused) dispatch({ type: 'pause' })
    })
    on('timeupdate', moved)
    on('seeking', moved)
    on('progress', moved)
    on('durationchange', () => dispatch({ type: 'measured', duration: element.duration }))
    on('volumechange', () => dispatch(soundOf(element)))
    document.addEventListener(
      'fullscreenchange',
      () => dispatch({ type: 'full screen', isFullScreen: document.fullscreenElement === frame.current }),
      { signal: stop.signal },
    )
    return () => stop.abort()
  }, [video, frame, stir])

  const commands: PlayerCommands = {
    stir,
    tryAgain: () => void start(),
    togglePlay() {
      const element = video.current
      if (!element || state.hasFailed) return
      if (element.paused) void element.play().catch(() => dispatch({ type: 'pause' }))
      else element.pause()
    },
    // A slider that was moved by a key asks for its value once more right after: the state has to know it by then, and
    // not when the element gets round to saying so.
    seekTo(seconds) {
      const element = video.current
      if (element) {
        element.currentTime = seconds
        dispatch(placeOf(element))
      }
      stir()
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
      dispatch(soundOf(element))
    },
    toggleFullScreen() {
      if (document.fullscreenElement) void document.exitFullscreen()
      else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen()
      // iPhones know full screen for the video alone.
      else (video.current as AppleVideo | null)?.webkitEnterFullscreen?.()
    },
  }
  return { state, commands }
}

type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** The film as the page has begun it before this came alive, or begins it now; null where it starts the usual way. */
function begin(element: HTMLVideoElement, beginning: Beginning | null): BegunPicture | null {
  const before = element.begunPicture
  element.begunPicture = null
  return before ?? (beginning && beginPicture(element, beginning))
}

/** What an element would have told of itself, had anybody listened. */
function missedOf(element: HTMLVideoElement, begun: BegunPicture): PlayerEvent[] {
  const isReady = element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
  const events: PlayerEvent[] = [{ type: 'measured', duration: element.duration }, placeOf(element)]
  if (begun.isMutedByBrowser) events.push({ type: 'muted by browser' })
  if (!element.paused) events.push({ type: 'play' })
  // Playing was refused altogether, or the picture runs.
  if (isReady) events.push({ type: element.paused ? 'pause' : 'playing' })
  return events
}

function placeOf(element: HTMLVideoElement): PlayerEvent {
  return { type: 'moved', position: element.currentTime, bufferedUntil: bufferedFrom(element) }
}

function soundOf(element: HTMLVideoElement): PlayerEvent {
  return { type: 'volume', volume: element.volume, isMuted: element.muted }
}

function bufferedFrom(element: HTMLVideoElement): number {
  const { buffered, currentTime } = element
  for (let range = 0; range < buffered.length; range++)
    if (buffered.start(range) <= currentTime + 0.1 && currentTime <= buffered.end(range)) return buffered.end(range)
  return currentTime
}
