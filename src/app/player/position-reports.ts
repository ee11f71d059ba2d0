/** Seconds between two reports while the page is open. @see docs/product.md#library */
const REPORT_INTERVAL_SECONDS = 5

/** Event of the window that has the player report at once. */
export const REPORT_NOW = 'hoshi.report-position'

/** The position at which a video resumes, and the receiver of its position. */
export interface PlaybackPosition {
  /** Seconds from the start; 0 for the start itself. */
  resumeSeconds: number
  /** The position as it is stored, which is coarser. */
  rounded(seconds: number): number
  /** Called with a rounded position that differs from the last, every few seconds at most and when the page is left. */
  report(position: number): void
}

/**
 * Reports the positions of a video that has begun to play.
 * @param position read whenever a report is due; undefined while nothing is to be reported
 * @returns a function that ends it with a last report: called before the video is released, whose position is then lost
 */
export function reportPositions(video: HTMLVideoElement, position: () => PlaybackPosition | undefined): () => void {
  let reported: number | null = null
  const report = () => {
    const target = position()
    if (!target || video.played.length === 0) return
    const rounded = target.rounded(video.currentTime)
    if (rounded === reported) return
    reported = rounded
    target.report(rounded)
  }
  const reportHidden = () => {
    if (document.visibilityState === 'hidden') report()
  }
  const controller = new AbortController()
  const { signal } = controller
  document.addEventListener('visibilitychange', reportHidden, { signal })
  window.addEventListener('pagehide', report, { signal })
  window.addEventListener(REPORT_NOW, report, { signal })
  // Reports continue while the video is paused: nothing else reports where it was stopped or moved to.
  const timer = setInterval(report, REPORT_INTERVAL_SECONDS * 1000)
  return () => {
    clearInterval(timer)
    controller.abort()
    report()
  }
}
