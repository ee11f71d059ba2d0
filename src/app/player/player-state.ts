/** State of the player, the only input of its controls. Times in seconds. */
export interface PlayerState {
  isPlaying: boolean
  /** Should play but cannot yet: loading, or the buffer is empty. */
  isWaiting: boolean
  hasFailed: boolean
  position: number
  duration: number
  /** End of the buffered range at the current position. */
  bufferedUntil: number
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  /** The browser refused to autoplay with audio, so the video plays muted until the viewer unmutes it. */
  isMutedByBrowser: boolean
  isFullScreen: boolean
  /** No pointer, key or focus input for a while. */
  isIdle: boolean
}

export type PlayerEvent =
  | { type: 'attached' }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'waiting' }
  | { type: 'playing' }
  | { type: 'failed' }
  | { type: 'position'; position: number; bufferedUntil: number }
  | { type: 'duration'; duration: number }
  | { type: 'volume'; volume: number; isMuted: boolean }
  | { type: 'muted by browser' }
  | { type: 'full screen'; isFullScreen: boolean }
  | { type: 'active' }
  | { type: 'idle' }

/** How long the controls stay after the last input, while the video plays. */
export const CONTROLS_IDLE_MS = 3_000
/** How far the arrow keys seek. */
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
    isIdle: false,
  }
}

export function playerReducer(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'attached':
      return { ...state, hasFailed: false, isWaiting: true }
    case 'play':
      return { ...state, isPlaying: true, hasFailed: false, isIdle: false }
    case 'pause':
      return { ...state, isPlaying: false, isWaiting: false, isIdle: false }
    case 'waiting':
      return state.hasFailed ? state : { ...state, isWaiting: true }
    case 'playing':
      return { ...state, isWaiting: false, hasFailed: false }
    case 'failed':
      return { ...state, hasFailed: true, isWaiting: false, isPlaying: false, isIdle: false }
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
    case 'full screen':
      return { ...state, isFullScreen: event.isFullScreen }
    case 'active':
      return state.isIdle ? { ...state, isIdle: false } : state
    case 'idle':
      return state.isPlaying && !state.isIdle ? { ...state, isIdle: true } : state
  }
}

/** Controls hide only during playback, never while paused, waiting or failed. */
export function areControlsShown(state: PlayerState): boolean {
  return !(state.isPlaying && state.isIdle && !state.isWaiting && !state.hasFailed)
}

/** The position after a relative seek, clamped to the episode. */
export function positionAfter(state: PlayerState, seconds: number): number {
  return Math.min(Math.max(0, state.position + seconds), state.duration)
}

/** The full minutes inside an episode, in seconds: the ticks of the seek bar. */
export function minuteMarks(durationSeconds: number): number[] {
  // A tick in the last second would only blur the end of the bar.
  const minutes = Math.ceil((durationSeconds - 1) / 60) - 1
  return Array.from({ length: Math.max(0, minutes) }, (_, index) => (index + 1) * 60)
}
