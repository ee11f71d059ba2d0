import { type RefObject, useEffect, useState } from 'react'
import { countView, createVisitId } from '#app/episodes/count-view.ts'
import { sourceOfEmbed } from '#app/episodes/play-source.ts'
import { sendAnonymousReport } from '#app/send-report.ts'
import { type ReportedPlayer, useWatchReports } from '#app/watch/use-watch-reports.ts'

const embeddedPlayer: ReportedPlayer = {
  findVideo: () => document.querySelector('.embed video'),
  send: sendAnonymousReport,
}

/** Counts one watch once the video plays, with the site around the player, and reports how far it goes. No cookie is sent. */
export function useEmbedCount(root: RefObject<HTMLElement | null>, episodeId: string): void {
  const [visitId] = useState(createVisitId)
  const [isCounted, setCounted] = useState(false)
  useEffect(() => {
    const count = () =>
      void countView(episodeId, 'watch', visitId, sourceOfEmbed(), 'omit').then((views) => setCounted(views !== null))
    const controller = new AbortController()
    root.current?.addEventListener('playing', count, { once: true, capture: true, signal: controller.signal })
    return () => controller.abort()
  }, [root, episodeId, visitId])
  useWatchReports(episodeId, isCounted ? visitId : null, embeddedPlayer)
}
