import type { VideoTransitions } from './video-transitions.server.ts'

/** Shortest interval between two records of an encode's progress. */
const PROGRESS_EVERY_MS = 1000

/** Records the progress of a run that covers the range `from` to `to` of all the work; shares are from 0 to 1. */
export function reportProgress(
  transitions: Pick<VideoTransitions, 'recordProgress'>,
  uid: string,
  from: number,
  to: number,
): (share: number) => void {
  let last = 0
  return (share) => {
    if (performance.now() - last < PROGRESS_EVERY_MS) return
    last = performance.now()
    void transitions.recordProgress(uid, (from + (to - from) * share) * 100).catch(() => {})
  }
}
