import type { StudyPhase } from '#app/playback/study-options.ts'
import type { Quality } from './quality.ts'

/** Why nothing plays: the media stopped arriving and may arrive again, or the video cannot be played. */
export type PlayerFailure = 'stopped' | 'unplayable'
/** A page of the settings menu; `settings` is its root. */
export type MenuPage = 'settings' | 'quality' | 'speed' | 'captions' | 'chapters' | 'added'

/** State of the player, the only input of its controls. Times in seconds. */
export interface PlayerState {
  isPlaying: boolean
  /** Should play but cannot yet: loading, or the buffer is empty. */
  isWaiting: boolean
  failure: PlayerFailure | null
  position: number
  duration: number
  /** Length of the episode as the page knows it, to which the media's own is close; null where it is not known. */
  statedDuration: number | null
  /** End of the buffered range at the current position. */
  bufferedUntil: number
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  /** The browser refused to autoplay with audio, so the video plays muted until the viewer unmutes it. */
  isMutedByBrowser: boolean
  /** The chosen speed; 1 is normal. */
  rate: number
  isLooping: boolean
  /** Whether flashes are dimmed. */
  isDimming: boolean
  /** Renditions to choose from, the largest first; empty until the playlist is read, and with native HLS. */
  qualities: Quality[]
  /** The chosen rendition, by the pixels of its shorter side; null for automatic. */
  quality: number | null
  /** The shorter side of the picture that is shown; null before the first one. */
  shownQuality: number | null
  isFullScreen: boolean
  hasPictureInPicture: boolean
  isPictureInPicture: boolean
  /** Whether the player is as wide as the page. */
  isTheatre: boolean
  /** The open page of the settings menu; null while it is closed. */
  menu: MenuPage | null
  isKeyboardShown: boolean
  /** Id of the text that is shown; null for none. */
  captions: string | null
  isCaptionStyleShown: boolean
  study: StudyPhase
  /** A short message about what the last input did. */
  notice: string | null
  /** No pointer, key or focus input for a while. */
  isIdle: boolean
}

export type PlayerEvent =
  | { type: 'attached' }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'waiting' }
  | { type: 'playing' }
  | { type: 'failed'; failure: PlayerFailure }
  | { type: 'recovered' }
  | { type: 'position'; position: number; bufferedUntil: number }
  | { type: 'duration'; duration: number }
  | { type: 'volume'; volume: number; isMuted: boolean }
  | { type: 'muted by browser' }
  | { type: 'rate'; rate: number }
  | { type: 'loop'; isLooping: boolean }
  | { type: 'dimming'; isDimming: boolean }
  | { type: 'qualities'; qualities: Quality[] }
  | { type: 'quality'; quality: number | null }
  | { type: 'shown quality'; lines: number }
  | { type: 'full screen'; isFullScreen: boolean }
  | { type: 'no picture in picture' }
  | { type: 'picture in picture'; isPictureInPicture: boolean }
  | { type: 'theatre'; isTheatre: boolean }
  | { type: 'menu'; page: MenuPage | null }
  | { type: 'keyboard'; isShown: boolean }
  | { type: 'captions'; track: string | null }
  | { type: 'caption style'; isShown: boolean }
  | { type: 'study'; phase: StudyPhase }
  | { type: 'notice'; text: string | null }
  | { type: 'active' }
  | { type: 'idle' }

/** How long the controls stay after the last input, while the video plays. */
export const CONTROLS_IDLE_MS = 3_000
/** Shorter waits for media are not shown. */
export const WAITING_SHOWN_MS = 500
/** How far the arrow keys and a double tap seek. */
export const ARROW_SECONDS = 5
/** How far the key J seeks back. */
export const FAR_SECONDS = 10
/** How much the arrow keys change the volume. */
export const VOLUME_STEP = 0.05
/** The speeds of the menu, in order. @see docs/product.md#the-player */
export const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const
/** Speeds of study mode. */
export const STUDY_SPEEDS = [0.1, 0.25, 0.5, 1] as const

export function initialPlayerState(durationSeconds: number | null): PlayerState {
  return {
    isPlaying: false,
    isWaiting: false,
    failure: null,
    position: 0,
    duration: durationSeconds ?? 0,
    statedDuration: durationSeconds,
    bufferedUntil: 0,
    volume: 1,
    isMuted: false,
    isMutedByBrowser: false,
    rate: 1,
    isLooping: false,
    isDimming: true,
    qualities: [],
    quality: null,
    shownQuality: null,
    isFullScreen: false,
    // Nearly all browsers have it: a button that came later would move those beside it.
    hasPictureInPicture: true,
    isPictureInPicture: false,
    isTheatre: false,
    menu: null,
    isKeyboardShown: false,
    captions: null,
    isCaptionStyleShown: false,
    study: 'off',
    notice: null,
    isIdle: false,
  }
}

export function playerReducer(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'attached':
      return { ...state, failure: null, isWaiting: true }
    case 'play':
      return { ...state, isPlaying: true, failure: null, isIdle: false }
    case 'pause':
      return { ...state, isPlaying: false, isWaiting: false, isIdle: false }
    case 'waiting':
      return state.failure === null ? { ...state, isWaiting: true } : state
    case 'playing':
      return { ...state, isWaiting: false, failure: null }
    case 'failed':
      return failed(state, event.failure)
    case 'recovered':
      return state.failure === 'stopped' ? { ...state, failure: null, isWaiting: state.isPlaying } : state
    case 'position':
      return { ...state, position: event.position, bufferedUntil: event.bufferedUntil }
    case 'duration':
      return Number.isFinite(event.duration) && event.duration > 0 ? { ...state, duration: event.duration } : state
    case 'volume':
      return {
        ...state,
        volume: event.volume,
        isMuted: event.isMuted,
        isMutedByBrowser: state.isMutedByBrowser && event.isMuted,
      }
    case 'muted by browser':
      return { ...state, isMuted: true, isMutedByBrowser: true }
    case 'rate':
      return { ...state, rate: event.rate }
    case 'loop':
      return { ...state, isLooping: event.isLooping }
    case 'dimming':
      return { ...state, isDimming: event.isDimming }
    case 'qualities':
      return { ...state, qualities: event.qualities }
    case 'quality':
      return { ...state, quality: event.quality }
    case 'shown quality':
      return event.lines > 0 ? { ...state, shownQuality: event.lines } : state
    case 'full screen':
      return { ...state, isFullScreen: event.isFullScreen }
    case 'no picture in picture':
      return { ...state, hasPictureInPicture: false }
    case 'picture in picture':
      return { ...state, isPictureInPicture: event.isPictureInPicture }
    case 'theatre':
      return { ...state, isTheatre: event.isTheatre }
    case 'menu':
      return { ...state, menu: event.page, isIdle: false }
    case 'keyboard':
      return { ...state, isKeyboardShown: event.isShown, menu: null }
    case 'captions':
      return { ...state, captions: event.track }
    case 'caption style':
      return { ...state, isCaptionStyleShown: event.isShown, menu: null }
    case 'study':
      return { ...state, study: event.phase, menu: null, isIdle: false }
    case 'notice':
      return { ...state, notice: event.text }
    case 'active':
      return state.isIdle ? { ...state, isIdle: false } : state
    case 'idle':
      return state.isPlaying && !state.isIdle && state.menu === null ? { ...state, isIdle: true } : state
  }
}

/** The state after a failure: where media may arrive again, the video still wants to play. */
function failed(state: PlayerState, failure: PlayerFailure): PlayerState {
  const isPlaying = failure === 'stopped' && state.isPlaying
  return { ...state, failure, isPlaying, isWaiting: false, isIdle: false, menu: null }
}

/** Controls hide only during playback, never while paused, waiting or failed. */
export function areControlsShown(state: PlayerState): boolean {
  return !(state.isPlaying && state.isIdle && !state.isWaiting && state.failure === null)
}

/** The position after a relative seek, clamped to the episode. */
export function positionAfter({ position, duration }: PlayerState, seconds: number): number {
  return Math.min(Math.max(0, position + seconds), duration)
}

/** The volume after a step, 0 to 1 in whole steps. A muted video counts as silent. */
export function volumeAfter({ volume, isMuted }: PlayerState, step: number): number {
  const steps = Math.round(((isMuted ? 0 : volume) + step) / VOLUME_STEP)
  return Math.min(1, Math.max(0, Number((steps * VOLUME_STEP).toFixed(2))))
}

/** The speeds to choose from. */
export function speedsOf({ study }: Pick<PlayerState, 'study'>): readonly number[] {
  return study === 'open' ? STUDY_SPEEDS : SPEEDS
}

/** The next faster speed, or the next slower one; the same at either end. */
export function speedAfter(rate: number, isFaster: boolean, speeds: readonly number[] = SPEEDS): number {
  const next = isFaster ? speeds.find((speed) => speed > rate) : speeds.findLast((speed) => speed < rate)
  return next ?? rate
}

/** The full minutes inside an episode, in seconds: the ticks of the seek bar. */
export function minuteMarks(durationSeconds: number): number[] {
  // A tick in the last second would only blur the end of the bar.
  const minutes = Math.ceil((durationSeconds - 1) / 60) - 1
  return Array.from({ length: Math.max(0, minutes) }, (_, index) => (index + 1) * 60)
}
