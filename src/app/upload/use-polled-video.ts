import { useEffect, useState } from 'react'
import { type ApiVideo, readVideo } from './api.ts'

const POLL_INTERVAL_MS = 1_000
/** The hash, which reveals a duplicate, follows later; some hosts never supply one. */
const MAX_HASH_POLLS = 20

/** Polls the video each second, or less often, while it is being processed and the page is visible. */
export function usePolledVideo(
  videoId: string,
  initial: ApiVideo | null,
  intervalMs = POLL_INTERVAL_MS,
): ApiVideo | null {
  const [video, setVideo] = useState(initial)
  const [hashPolls, setHashPolls] = useState(0)
  const isSettled = video !== null && hasSettled(video) && (video.sha256 !== null || hashPolls >= MAX_HASH_POLLS)
  useEffect(() => {
    if (isSettled) return
    const controller = new AbortController()
    const poll = () => {
      if (document.visibilityState !== 'visible') return
      readVideo(videoId, controller.signal).then(
        (polled) => {
          setVideo(polled)
          if (hasSettled(polled)) setHashPolls((polls) => polls + 1)
        },
        () => {
          // The next poll retries.
        },
      )
    }
    poll()
    const timer = setInterval(poll, intervalMs)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [videoId, isSettled, intervalMs])
  return video
}

/** Whether the video will not change any more; the poster follows a moment after the video plays. */
function hasSettled({ status, playback }: ApiVideo): boolean {
  if (status.state === 'ready') return playback.poster !== null || status.percentComplete >= 100
  return status.state === 'error'
}
