import type { VideoOutcomes } from './video-outcomes.server.ts'

/** How often an encode's progress is written down. */
const PROGRESS_EVERY_MS = 1000

/** Writes down how far a run is, which stands for a part of all the work; shares are from 0 to 1. */
export function reportProgress(
  outcomes: Pick<VideoOutcomes, 'progressed'>,
  uid: string,
  from: number,
  to: number,
): (share: number) => void {
  let last = 0
  return (share) => {
    if (performance.now() - last < PROGRESS_EVERY_MS) return
    last = performance.now()
    void outcomes.progressed(uid, (from + (to - from) * share) * 100).catch(() => {})
  }
}
