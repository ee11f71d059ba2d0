import { useLayoutEffect } from 'react'
import { sendReport } from '#app/http/send-report.ts'
import { WATCH_REPORTS_MAX, type WatchMark, watchMarks } from '#engagement/analytics/watch-report.ts'
import { findVideo } from './watch-video.ts'
import { watchReportOf } from './watched-parts.ts'

/** Most reports when the page is left and returned to: each mark has its own. */
const MAX_LEAVING_REPORTS = WATCH_REPORTS_MAX - watchMarks.length
/** When the page is left, less than this adds nothing worth a report. */
const MIN_ADDED_SECONDS = 1

/** The player whose video is reported, and the function that sends a report. */
export interface ReportedPlayer {
  findVideo(): HTMLVideoElement | null
  send(path: string, report: object): void
}

const watchedPlayer: ReportedPlayer = { findVideo, send: sendReport }

/**
 * Reports how far the watch goes, at each mark and when the page is left.
 * @param visitId of a watch that is counted; null until then
 * @param player stays the same; that of the watch page unless given
 */
export function useWatchReports(episodeId: string, visitId: string | null, player = watchedPlayer): void {
  // Its cleanup runs before that of the player, after which the video tells nothing anymore.
  useLayoutEffect(() => {
    const video = player.findVideo()
    if (!video || visitId === null) return
    const sent = { leaving: 0, reached: 0 as WatchMark | 0, seconds: 0 }
    const send = (isLeaving: boolean) => {
      const report = watchReportOf(video)
      if (!report) return
      if (report.reached <= sent.reached) {
        if (!isLeaving || sent.leaving >= MAX_LEAVING_REPORTS) return
        if (report.watchedSeconds < sent.seconds + MIN_ADDED_SECONDS) return
        sent.leaving += 1
      }
      sent.reached = report.reached
      sent.seconds = report.watchedSeconds
      player.send(`/api/v1/episodes/${encodeURIComponent(episodeId)}/watching`, { visitId, ...report })
    }
    const controller = new AbortController()
    const { signal } = controller
    const sendAtMark = () => send(false)
    const sendHidden = () => {
      if (document.visibilityState === 'hidden') send(true)
    }
    for (const type of ['timeupdate', 'ended']) video.addEventListener(type, sendAtMark, { signal })
    document.addEventListener('visibilitychange', sendHidden, { signal })
    window.addEventListener('pagehide', () => send(true), { signal })
    sendAtMark()
    return () => {
      controller.abort()
      send(true)
    }
  }, [episodeId, visitId, player])
}
