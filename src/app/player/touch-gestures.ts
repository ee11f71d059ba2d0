/** A tap on the picture. */
export interface Tap {
  /** Milliseconds on any clock. */
  at: number
  /** Across the picture, 0 to 1. */
  share: number
}

/** Longest time between two taps that belong together. */
export const DOUBLE_TAP_MS = 300
/** A touch of at least this time is a hold. */
export const HOLD_MS = 500
/** A press that moves further, in pixels, scrolls the page or drags. */
export const STILL_PX = 10

/** Where a second tap on the same outer third of the picture leads; null for a single tap, and in the middle. */
export function doubleTap(last: Tap | null, tap: Tap): 'back' | 'on' | null {
  if (!last || tap.at - last.at > DOUBLE_TAP_MS || sideOf(last) !== sideOf(tap)) return null
  return sideOf(tap)
}

function sideOf({ share }: Tap): 'back' | 'on' | null {
  if (share < 1 / 3) return 'back'
  return share > 2 / 3 ? 'on' : null
}
