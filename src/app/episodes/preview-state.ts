/** How long a card is looked at before its preview starts. @see docs/product.md#episode-card */
export const PREVIEW_DELAY_MS = 500
/** How long a preview plays. */
export const PREVIEW_SECONDS = 12

/** What the picture of a card does while someone is at it. */
export type PreviewState =
  /** Nobody is there, or nothing can be shown. */
  | { phase: 'rest' }
  /** Someone is there, not yet for long. Nothing is fetched. */
  | { phase: 'waiting' }
  /** The clip is on its way; the picture still stands. */
  | { phase: 'starting' }
  /** The clip runs; `seconds` full ones have passed. */
  | { phase: 'playing'; seconds: number }
  | { phase: 'ended' }

export type PreviewEvent =
  /** The pointer came over the card, or the keyboard's focus into it. */
  | { type: 'came'; isMotionReduced: boolean }
  | { type: 'stayed' }
  /** The play button was pressed. */
  | { type: 'asked' }
  | { type: 'started' }
  | { type: 'second passed' }
  | { type: 'failed' }
  /** The pointer or the focus left, another preview began, or this one was sent away. */
  | { type: 'left' }

export const atRest: PreviewState = { phase: 'rest' }

export function previewReducer(state: PreviewState, event: PreviewEvent): PreviewState {
  switch (event.type) {
    case 'came':
      return state.phase === 'rest' && !event.isMotionReduced ? { phase: 'waiting' } : state
    case 'stayed':
      return state.phase === 'waiting' ? { phase: 'starting' } : state
    case 'asked':
      return state.phase === 'playing' ? state : { phase: 'starting' }
    case 'started':
      return state.phase === 'starting' ? { phase: 'playing', seconds: 0 } : state
    case 'second passed':
      if (state.phase !== 'playing') return state
      return state.seconds + 1 < PREVIEW_SECONDS ? { phase: 'playing', seconds: state.seconds + 1 } : { phase: 'ended' }
    case 'failed':
      return isOn(state) ? atRest : state
    case 'left':
      return atRest
  }
}

/** Whether a video belongs on the picture. */
export function isOn(state: PreviewState): boolean {
  return state.phase === 'starting' || state.phase === 'playing'
}
