import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { countView, createVisitId } from '#app/episodes/count-view.ts'
import { sourceOfWatch } from '#app/episodes/play-source.ts'
import { evictShown, markShown } from '#app/episodes/prefetch.ts'
import { useWatchReports } from '#app/playback/use-watch-reports.ts'

/** Delay that gives the video priority over the revalidation. */
const REVALIDATE_DELAY_MS = 400

/** Counts one watch each time the page is opened, and reports how far it goes. @returns the views afterwards; null until known */
export function useWatchCount(episodeId: string, isPlayable: boolean): number | null {
  const [counted, setCounted] = useState<number | null>(null)
  const [visitId] = useState(createVisitId)
  useEffect(() => {
    if (isPlayable) void countView(episodeId, 'watch', visitId, sourceOfWatch()).then(setCounted)
  }, [episodeId, isPlayable, visitId])
  useWatchReports(episodeId, counted === null ? null : visitId)
  return counted
}

/** Revalidates prefetched data and the visitor shortly after the screen is shown. */
export function useRevalidatePrefetched(episodeId: string): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!markShown(episodeId)) return
    const timer = setTimeout(() => void revalidate(), REVALIDATE_DELAY_MS)
    return () => {
      clearTimeout(timer)
      evictShown(episodeId)
    }
  }, [episodeId, revalidate])
}
