/** Seconds between two reports while the video plays. @see docs/product.md#library */
const REPORT_INTERVAL_SECONDS = 5
/** A position that moved by less is reported already. */
const SAME_POSITION_SECONDS = 0.25

/** Event of the window that has the player report at once. */
export const REPORT_NOW = 'hoshi.report-position'

/** Where a video resumes, and what receives its position. */
export interface PlaybackPosition {
  /** Seconds from the start; 0 for the start itself. */
  resumeSeconds: number
  /** Called every few seconds while the video plays, when it stops, and when the page is left. */
  report(seconds: number): void
}

/**
 * Reports the positions of a video that has begun to play.
 * @returns the end of it, which reports once more: called before the video is released, whose position is then lost
 */
export function reportPositions(video: HTMLVideoElement, onPosition: (seconds: number) => void): () => void {
  let reported: number | null = null
  const report = () => {
    const { currentTime, played } = video
    if (played.length === 0) return
    if (reported !== null && Math.abs(currentTime - reported) < SAME_POSITION_SECONDS) return
    reported = currentTime
    onPosition(currentTime)
  }
  const reportHidden = () => {
    if (document.visibilityState === 'hidden') report()
  }
  const controller = new AbortController()
  const { signal } = controller
  video.addEventListener('pause', report, { signal })
  video.addEventListener('ended', report, { signal })
  document.addEventListener('visibilitychange', reportHidden, { signal })
  window.addEventListener('pagehide', report, { signal })
  window.addEventListener(REPORT_NOW, report, { signal })
  const timer = setInterval(() => {
    if (!video.paused) report()
  }, REPORT_INTERVAL_SECONDS * 1000)
  return () => {
    clearInterval(timer)
    controller.abort()
    report()
  }
}
