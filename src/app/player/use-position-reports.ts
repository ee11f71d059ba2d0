import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Seconds between two reports while the video plays. @see docs/product.md#library */
const REPORT_INTERVAL_SECONDS = 5
/** A position that moved by less is reported already. */
const SAME_POSITION_SECONDS = 0.25

/** Event of the window that has the player report at once. */
export const REPORT_NOW = 'hoshi.report-position'

/** Where a video resumes, and who wants to know where it is. */
export interface PositionKeeper {
  /** Seconds from the start; 0 for the start itself. */
  resumeSeconds: number
  /** Called every few seconds while the video plays, when it stops, and when the page is left. */
  keep(seconds: number): void
}

/**
 * Reports the positions of a video that has begun to play. Nothing is reported before the video has resumed, as its
 * first picture is that of its start. Called before the effect that releases the video, whose position is then lost.
 */
export function usePositionReports(
  video: RefObject<HTMLVideoElement | null>,
  keeper: PositionKeeper | undefined,
  hasResumed: RefObject<boolean>,
): void {
  const latest = useRef(keeper)
  latest.current = keeper
  const isKept = keeper !== undefined

  useLayoutEffect(() => {
    const element = video.current
    if (!element || !isKept) return
    let reported: number | null = null
    const report = () => {
      const { currentTime, played } = element
      if (played.length === 0 || !hasResumed.current) return
      if (reported !== null && Math.abs(currentTime - reported) < SAME_POSITION_SECONDS) return
      reported = currentTime
      latest.current?.keep(currentTime)
    }
    const reportHidden = () => {
      if (document.visibilityState === 'hidden') report()
    }
    const controller = new AbortController()
    const { signal } = controller
    element.addEventListener('pause', report, { signal })
    element.addEventListener('ended', report, { signal })
    document.addEventListener('visibilitychange', reportHidden, { signal })
    window.addEventListener('pagehide', report, { signal })
    window.addEventListener(REPORT_NOW, report, { signal })
    const timer = setInterval(() => {
      if (!element.paused) report()
    }, REPORT_INTERVAL_SECONDS * 1000)
    return () => {
      clearInterval(timer)
      controller.abort()
      report()
    }
  }, [video, isKept, hasResumed])
}
