import { useEffect, useState } from 'react'
import { type ApiVideo, readVideo } from './api.ts'

const ASK_EVERY_MS = 1_000
/** Whether it is the same file as an earlier one shows a moment later, and at some hosts never. */
const ASK_FOR_HASH_AT_MOST = 20

/** Asks for the video each second, or less often, while it is on its way and the page is looked at. */
export function useWatchedVideo(videoId: string, first: ApiVideo | null, everyMs = ASK_EVERY_MS): ApiVideo | null {
  const [video, setVideo] = useState(first)
  const [asked, setAsked] = useState(0)
  const isSettled = video !== null && hasSettled(video) && (video.sha256 !== null || asked >= ASK_FOR_HASH_AT_MOST)
  useEffect(() => {
    if (isSettled) return
    const stop = new AbortController()
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      readVideo(videoId, stop.signal).then(
        (found) => {
          setVideo(found)
          if (hasSettled(found)) setAsked((times) => times + 1)
        },
        () => {
          // Asked again in a moment.
        },
      )
    }
    ask()
    const timer = setInterval(ask, everyMs)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [videoId, isSettled, everyMs])
  return video
}

/** Nothing more is to be seen of it; the picture comes a moment after the video plays. */
function hasSettled({ status, playback }: ApiVideo): boolean {
  if (status.state === 'ready') return playback.poster !== null || status.percentComplete >= 100
  return status.state === 'error'
}
