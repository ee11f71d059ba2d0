/** The life of a video, in the words of the hosted service that the specification calls. @see docs/product.md#video-states */
export const videoStates = ['pendingupload', 'queued', 'inprogress', 'ready', 'error'] as const
export type VideoState = (typeof videoStates)[number]

const following: Record<VideoState, readonly VideoState[]> = {
  pendingupload: ['queued', 'error'],
  queued: ['inprogress', 'error'],
  inprogress: ['ready', 'error'],
  ready: [],
  error: ['queued'],
}

/** Whether a video may go from one state to another. `error` → `queued` is the creator's retry. */
export function mayFollow(from: VideoState, to: VideoState): boolean {
  return following[from].includes(to)
}

/** Why a video failed although its file was accepted: the bytes are still there. Any other end has taken them. */
const endsThatKeepTheFile: readonly string[] = ['processing_failed', 'not_convertible']

/** Whether trying again may help; the server looks whether the bytes are really there. */
export function mayBeRetried({ state, reasonCode }: { state: VideoState; reasonCode?: string }): boolean {
  return state === 'error' && reasonCode !== undefined && endsThatKeepTheFile.includes(reasonCode)
}

/** The step of a video that is measured and waits to be encoded. */
export const WAITING_STEP = 'Waiting'

/** Whether it waits for a worker, so that its place in the line is of interest. */
export function isInLine({ state, step }: { state: VideoState; step: string }): boolean {
  return state === 'queued' || (state === 'inprogress' && step === WAITING_STEP)
}
