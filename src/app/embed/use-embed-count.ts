import { type RefObject, useEffect, useState } from 'react'
import { countView, createVisitId } from '#app/episodes/count-view.ts'
import { type SourceNote, sourceOfReferrer } from '#app/episodes/play-source.ts'
import { type ReportedPlayer, useWatchReports } from '#app/playback/use-watch-reports.ts'

const embeddedPlayer: ReportedPlayer = {
  findVideo: () => document.querySelector('.embed video'),
  send: sendWithoutCookies,
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

/** The source of a play, with the host of the page around if the browser reveals it. */
function sourceOfEmbed(): SourceNote {
  const { host } = sourceOfReferrer(document.referrer, location.origin)
  return { source: 'embed', ...(host !== undefined && { host }) }
}

/**
 * Beacons always carry cookies. Browsers limit how much is on its way when a page is left; refused beacons are lost.
 */
function sendWithoutCookies(path: string, report: object): void {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify(report)
  fetch(path, { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(() => {})
}
