import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import type { StudyOptions } from '#app/playback/study-options.ts'
import type { Chapter } from '#catalog/chapters.ts'
import type { FastStartMedia } from '#video/video.ts'
import { type CaptionOptions, rememberedCaptions, trackFor } from './caption-options.ts'
import type { FlashRange } from './flash-phase.ts'
import { createPlaybackCommands, type PlaybackCommands } from './playback-commands.ts'
import { PlaybackSession, type PlayerStart } from './playback-session.ts'
import {
  CONTROLS_IDLE_MS,
  initialPlayerState,
  type PlayerEvent,
  type PlayerState,
  playerReducer,
} from './player-state.ts'
import type { PlaybackPosition } from './position-reports.ts'
import { createViewCommands, supportsPictureInPicture, type ViewCommands, wasTheatre } from './view-commands.ts'

export interface PlayerCommands extends PlaybackCommands, ViewCommands {}

interface PlayerSource {
  hls: string
  fastStart: FastStartMedia | null
  durationSeconds: number | null
  start?: PlayerStart
  position?: PlaybackPosition
  chapters: readonly Chapter[]
  hasTheatre?: boolean
  flashes: readonly FlashRange[]
  dimsFlashes?: boolean
  study?: StudyOptions
  captions?: CaptionOptions
}

/** How long a notice about an input is shown; a sentence longer than a few words. */
const NOTICE_MS = 1_200
const NOTICE_MS_PER_CHARACTER = 50

const noTracks: CaptionOptions['tracks'] = []

/** Elements that keep the controls visible although nothing moves: a visible focus, or a seek preview. */
const KEPT_BY = '.controls :focus-visible, .seek-preview.is-shown'

/** Binds the player's state to a video element, and its commands to the state. */
export function usePlayer(
  video: RefObject<HTMLVideoElement | null>,
  container: RefObject<HTMLElement | null>,
  source: PlayerSource,
) {
  const [state, dispatch] = useReducer(
    playerReducer,
    null,
    (): PlayerState => ({
      ...initialPlayerState(source.durationSeconds),
      isTheatre: source.hasTheatre === true && wasTheatre(),
      isDimming: source.dimsFlashes !== false,
      // Picture in picture cannot be dimmed.
      hasPictureInPicture: source.flashes.length === 0,
      study: source.study?.loop ? 'ready' : 'off',
    }),
  )
  const latest = useRef({ source, state })
  latest.current = { source, state }
  const session = useRef<PlaybackSession>(null)
  const idleTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const noticeTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const showControls = useCallback(() => {
    dispatch({ type: 'active' })
    clearTimeout(idleTimer.current)
    idleTimer.current = setTimeout(() => {
      if (!container.current?.querySelector(KEPT_BY)) dispatch({ type: 'idle' })
    }, CONTROLS_IDLE_MS)
  }, [container])

  const commands = useMemo<PlayerCommands>(() => {
    const parts = {
      video: () => video.current,
      container: () => container.current,
      session: () => session.current,
      state: () => latest.current.state,
      chapters: () => latest.current.source.chapters,
      hasFlashes: () => latest.current.source.flashes.length > 0,
      captionTracks: () => latest.current.source.captions?.tracks ?? noTracks,
      hasStudy: () => latest.current.source.study !== undefined,
      dispatch,
      showControls,
      notify(text: string) {
        dispatch({ type: 'notice', text })
        clearTimeout(noticeTimer.current)
        const shownMs = Math.max(NOTICE_MS, text.length * NOTICE_MS_PER_CHARACTER)
        noticeTimer.current = setTimeout(() => dispatch({ type: 'notice', text: null }), shownMs)
      },
    }
    return { ...createPlaybackCommands(parts), ...createViewCommands(parts) }
  }, [video, container, showControls])

  // Before painting: a video that is already loaded does not wait for the page around it.
  useLayoutEffect(() => {
    if (!video.current) return
    const { start = 'playing', fastStart } = latest.current.source
    const emit = (event: PlayerEvent) => {
      dispatch(event)
      if (event.type === 'play' || event.type === 'active') showControls()
    }
    const opened = new PlaybackSession(video.current, {
      start,
      fastStart,
      emit,
      // The code and the frames of a loop load after the video.
      isHeld: latest.current.source.study?.loop != null,
      position: () => latest.current.source.position,
    })
    session.current = opened
    return () => {
      opened.close()
      clearTimeout(idleTimer.current)
      clearTimeout(noticeTimer.current)
    }
  }, [video, showControls])

  // After the effect that opens the session. New renditions of the video have a new URL, and continue at its position.
  useLayoutEffect(() => session.current?.start(source.hls), [source.hls])

  // When a text that was approved meanwhile joins the others, the shown text stays.
  const trackIds = (source.captions?.tracks ?? noTracks).map(({ id }) => id).join()
  useEffect(() => {
    const choice = rememberedCaptions()
    const { captions } = latest.current.source
    if (trackIds === '' || !captions || !choice.isOn || latest.current.state.captions !== null) return
    dispatch({ type: 'captions', track: trackFor(captions.tracks, choice, navigator.languages)?.id ?? null })
  }, [trackIds])

  useEffect(() => {
    if (video.current && !supportsPictureInPicture(video.current)) dispatch({ type: 'no picture in picture' })
    const update = () =>
      dispatch({ type: 'full screen', isFullScreen: document.fullscreenElement === container.current })
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [video, container])

  return { state, commands }
}
