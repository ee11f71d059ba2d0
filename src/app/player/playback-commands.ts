import { rememberVolume } from '#app/playback/remembered-volume.ts'
import { type Chapter, chapterAfter, chapterBefore } from '#catalog/chapters.ts'
import type { CaptionTrack } from './caption-options.ts'
import type { PlaybackSession } from './playback-session.ts'
import {
  type PlayerEvent,
  type PlayerState,
  positionAfter,
  speedAfter,
  speedsOf,
  VOLUME_STEP,
  volumeAfter,
} from './player-state.ts'
import { positionEvent, volumeEvent } from './video-events.ts'

/** The parts of the player that commands act on, each read when a command runs. */
export interface PlayerParts {
  video(): HTMLVideoElement | null
  container(): HTMLElement | null
  session(): PlaybackSession | null
  state(): PlayerState
  chapters(): readonly Chapter[]
  /** Whether light flashes in the episode more than is safe. */
  hasFlashes(): boolean
  hasStudy(): boolean
  captionTracks(): readonly CaptionTrack[]
  dispatch(event: PlayerEvent): void
  /** Shows the controls after user input. */
  showControls(): void
  /** Shows a short message about what the input did. */
  notify(text: string): void
}

/** Commands to the video. */
export interface PlaybackCommands {
  togglePlay(): void
  seekTo(seconds: number): void
  seekBy(seconds: number): void
  /** To the start of a full minute, if the episode has it. */
  seekToMinute(minute: number): boolean
  /** To the next chapter, or back. @returns false without one */
  seekToChapter(direction: 'back' | 'on'): boolean
  toggleMute(): void
  setVolume(volume: number): void
  changeVolume(direction: 'up' | 'down'): void
  setRate(rate: number): void
  changeRate(direction: 'slower' | 'faster'): void
  /** Plays twice as fast while it is held; the chosen speed stays. */
  holdFast(isHeld: boolean): void
  toggleLoop(): void
  /** @param lines of the rendition; null for automatic */
  chooseQuality(lines: number | null): void
  retry(): void
  /**
   * Lets a video play whose loop was not ready. @param plays false if it is to stay paused until the viewer plays it
   */
  endHold(plays: boolean): void
}

export function createPlaybackCommands(parts: PlayerParts): PlaybackCommands {
  const { video, session, state, chapters, dispatch, showControls, notify } = parts

  function setVolume(volume: number): void {
    const element = video()
    if (!element) return
    element.volume = volume
    element.muted = volume === 0
    rememberVolume(element)
    dispatch(volumeEvent(element))
  }

  // A slider moved by a key rereads its value immediately, before the element emits an event.
  function seekTo(seconds: number): void {
    const element = video()
    if (element) {
      element.currentTime = seconds
      dispatch(positionEvent(element))
    }
    showControls()
  }

  function setRate(rate: number): void {
    const element = video()
    if (!element) return
    element.preservesPitch = true
    // Loading another source returns to the default.
    element.defaultPlaybackRate = rate
    element.playbackRate = rate
    dispatch({ type: 'rate', rate })
  }

  return {
    seekTo,
    setVolume,
    setRate,
    togglePlay() {
      const element = video()
      if (!element || state().failure !== null) return
      if (element.paused) void element.play().catch(() => dispatch({ type: 'pause' }))
      else element.pause()
    },
    seekBy(seconds) {
      const element = video()
      if (element) seekTo(positionAfter({ ...state(), position: element.currentTime }, seconds))
    },
    seekToMinute(minute) {
      if (minute * 60 >= state().duration) return false
      seekTo(minute * 60)
      return true
    },
    seekToChapter(direction) {
      const find = direction === 'on' ? chapterAfter : chapterBefore
      const chapter = find(chapters(), video()?.currentTime ?? 0)
      if (!chapter) return false
      seekTo(chapter.startSeconds)
      notify(chapter.title)
      return true
    },
    toggleMute() {
      const element = video()
      if (!element) return
      element.muted = !element.muted
      if (!element.muted && element.volume === 0) element.volume = 0.5
      rememberVolume(element)
    },
    changeVolume(direction) {
      const volume = volumeAfter(state(), direction === 'up' ? VOLUME_STEP : -VOLUME_STEP)
      setVolume(volume)
      notify(`Volume ${Math.round(volume * 100)}%`)
    },
    changeRate(direction) {
      const rate = speedAfter(state().rate, direction === 'faster', speedsOf(state()))
      setRate(rate)
      notify(`Speed ${rate}×`)
    },
    holdFast(isHeld) {
      const element = video()
      if (element) element.playbackRate = isHeld ? 2 : state().rate
      dispatch({ type: 'notice', text: isHeld ? 'Speed 2×' : null })
    },
    toggleLoop() {
      const element = video()
      if (!element) return
      element.loop = !element.loop
      dispatch({ type: 'loop', isLooping: element.loop })
    },
    chooseQuality: (lines) => session()?.chooseQuality(lines),
    retry: () => session()?.retry(),
    endHold: (plays) => session()?.endHold(plays),
  }
}
