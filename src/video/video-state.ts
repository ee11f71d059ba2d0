/** States of a video, in the terms of the hosted service that the specification names. @see docs/product.md#video-states */
export const videoStates = ['pendingupload', 'queued', 'inprogress', 'ready', 'error'] as const
export type VideoState = (typeof videoStates)[number]

const nextStates: Record<VideoState, readonly VideoState[]> = {
  pendingupload: ['queued', 'error'],
  queued: ['inprogress', 'error'],
  inprogress: ['ready', 'error'],
  ready: [],
  error: ['queued'],
}

/** Whether a transition is allowed. `error` → `queued` is the creator's retry. */
export function canTransition(from: VideoState, to: VideoState): boolean {
  return nextStates[from].includes(to)
}

/** Failures of a video whose file was accepted: the bytes are still there. Any other failure removes them. */
const retryableReasons: readonly string[] = ['processing_failed', 'not_convertible']

/** Whether a retry may help; the server checks whether the bytes are really there. */
export function mayBeRetried({ state, reasonCode }: { state: VideoState; reasonCode?: string }): boolean {
  return state === 'error' && reasonCode !== undefined && retryableReasons.includes(reasonCode)
}
