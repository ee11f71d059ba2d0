import { PREVIEW_SECONDS } from '#video/video.ts'

/** How long a card is pointed at or focused before its preview loads. @see docs/product.md#episode-card */
export const PREVIEW_DELAY_MS = 500

/** State of a card's preview. */
export type PreviewState =
  /** Neither pointed at nor focused, or the clip failed. */
  | { phase: 'idle' }
  /** Pointed at or focused, before the delay has passed. Nothing is fetched. */
  | { phase: 'waiting' }
  /** The clip is loading; the poster is still shown. */
  | { phase: 'starting' }
  /** The clip plays; `seconds` full seconds have passed. */
  | { phase: 'playing'; seconds: number }
  | { phase: 'ended' }

export type PreviewEvent =
  /** The pointer entered the card, or the keyboard focus moved into it. */
  | { type: 'entered'; isMotionReduced: boolean }
  | { type: 'delay passed' }
  /** The play button was pressed. */
  | { type: 'requested' }
  | { type: 'started' }
  | { type: 'second passed' }
  | { type: 'failed' }
  /** The pointer or the focus left, another preview started, or this one was stopped. */
  | { type: 'left' }

export const idle: PreviewState = { phase: 'idle' }

export function previewReducer(state: PreviewState, event: PreviewEvent): PreviewState {
  switch (event.type) {
    case 'entered':
      return state.phase === 'idle' && !event.isMotionReduced ? { phase: 'waiting' } : state
    case 'delay passed':
      return state.phase === 'waiting' ? { phase: 'starting' } : state
    case 'requested':
      return state.phase === 'playing' ? state : { phase: 'starting' }
    case 'started':
      return state.phase === 'starting' ? { phase: 'playing', seconds: 0 } : state
    case 'second passed':
      if (state.phase !== 'playing') return state
      return state.seconds + 1 < PREVIEW_SECONDS ? { phase: 'playing', seconds: state.seconds + 1 } : { phase: 'ended' }
    case 'failed':
      return isClipMounted(state) ? idle : state
    case 'left':
      return idle
  }
}

/** Whether a video is rendered over the poster. */
export function isClipMounted(state: PreviewState): boolean {
  return state.phase === 'starting' || state.phase === 'playing'
}
