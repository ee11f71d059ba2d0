/** What the player knows of its video; the controls are drawn from this and nothing else. Times in seconds. */
export interface PlayerState {
  isPlaying: boolean
  /** Wants to play and cannot: fetching, or starved. */
  isWaiting: boolean
  hasFailed: boolean
  position: number
  duration: number
  /** How far the bytes reach from here. */
  bufferedUntil: number
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  /** Sound was refused at the start, so the picture runs silently until someone asks for it. */
  isMutedByBrowser: boolean
  isFullScreen: boolean
  /** Nobody has moved, pressed or focused anything for a while. */
  isResting: boolean
}

export type PlayerEvent =
  | { type: 'attached' }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'waiting' }
  | { type: 'playing' }
  | { type: 'failed' }
  | { type: 'moved'; position: number; bufferedUntil: number }
  | { type: 'measured'; duration: number }
  | { type: 'volume'; volume: number; isMuted: boolean }
  | { type: 'muted by browser' }
  | { type: 'full screen'; isFullScreen: boolean }
  | { type: 'stirred' }
  | { type: 'rested' }

/** How long the controls stay after the last sign of a hand, while the video plays. */
export const CONTROLS_REST_MS = 3_000
/** How far the arrow keys move. */
export const ARROW_SECONDS = 5

export function initialPlayerState(durationSeconds: number | null): PlayerState {
  return {
    isPlaying: false,
    isWaiting: false,
    hasFailed: false,
    position: 0,
    duration: durationSeconds ?? 0,
    bufferedUntil: 0,
    volume: 1,
    isMuted: false,
    isMutedByBrowser: false,
    isFullScreen: false,
    isResting: false,
  }
}

export function playerReducer(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'attached':
      return { ...state, hasFailed: false, isWaiting: true }
    case 'play':
      return { ...state, isPlaying: true, hasFailed: false, isResting: false }
    case 'pause':
      return { ...state, isPlaying: false, isWaiting: false, isResting: false }
    case 'waiting':
      return state.hasFailed ? state : { ...state, isWaiting: true }
    case 'playing':
      return { ...state, isWaiting: false, hasFailed: false }
    case 'failed':
      return { ...state, hasFailed: true, isWaiting: false, isPlaying: false, isResting: false }
    case 'moved':
      return { ...state, position: event.position, bufferedUntil: event.bufferedUntil }
    case 'measured':
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
    case 'full screen':
      return { ...state, isFullScreen: event.isFullScreen }
    case 'stirred':
      return state.isResting ? { ...state, isResting: false } : state
    case 'rested':
      return state.isPlaying && !state.isResting ? { ...state, isResting: true } : state
  }
}

/** Controls hide only over a picture that runs: never while paused, waiting or failed. */
export function areControlsShown(state: PlayerState): boolean {
  return !(state.isPlaying && state.isResting && !state.isWaiting && !state.hasFailed)
}

/** Where an arrow key leads, inside the episode. */
export function positionAfter(state: PlayerState, seconds: number): number {
  return Math.min(Math.max(0, state.position + seconds), state.duration)
}

/** The full minutes inside an episode: where the seek bar has its ticks. */
export function minuteMarks(durationSeconds: number): number[] {
  // A tick in the last second would only blur the end of the bar.
  const minutes = Math.ceil((durationSeconds - 1) / 60) - 1
  return Array.from({ length: Math.max(0, minutes) }, (_, index) => (index + 1) * 60)
}
