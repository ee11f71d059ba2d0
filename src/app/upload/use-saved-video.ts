import { useEffect, useState } from 'react'
import { subscribeToOwnEpisodes } from '#app/own-episodes/live-episodes.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { readVideo } from './api.ts'

/** The part of a saved episode's video that the upload page shows. */
export type SavedVideo = Pick<OwnRow, 'status' | 'poster' | 'sameAs'>

/**
 * Until the video is settled it is also fetched this often: a request makes the server ask a hosted service for progress,
 * and a proxy may hold events back.
 */
const REFETCH_MS = 5_000

/** The video of a saved episode, kept up to date by the server's events. @param initial null until it is fetched */
export function useSavedVideo(videoId: string, initial: SavedVideo | null): SavedVideo | null {
  const [video, setVideo] = useState(initial)
  useEffect(() => {
    const controller = new AbortController()
    let isSettled = false
    let eventCount = 0
    function show(next: SavedVideo): void {
      isSettled = hasSettled(next)
      setVideo(next)
    }
    async function fetchVideo(): Promise<void> {
      const countBefore = eventCount
      const { status, playback, sameAs } = await readVideo(videoId, controller.signal)
      // An event that arrived since then is newer.
      if (eventCount === countBefore) show({ status, poster: playback.poster, sameAs })
    }
    const refetch = () => {
      // The next attempt follows by the timer, or with the next connection.
      if (document.visibilityState === 'visible') fetchVideo().catch(() => {})
    }
    const unsubscribe = subscribeToOwnEpisodes({
      onEvent(event) {
        if (event.type !== 'episode' || event.row.videoId !== videoId) return
        eventCount += 1
        const { status, poster, sameAs } = event.row
        show({ status, poster, sameAs })
      },
      onMissed: refetch,
    })
    const timer = setInterval(() => {
      if (!isSettled) refetch()
    }, REFETCH_MS)
    return () => {
      unsubscribe()
      clearInterval(timer)
      controller.abort()
    }
  }, [videoId])
  return video
}

/** Whether its state will not change any more; the poster follows a moment after the video plays. */
function hasSettled({ status, poster }: SavedVideo): boolean {
  if (status.state === 'ready') return poster !== null || status.percentComplete >= 100
  return status.state === 'error'
}
