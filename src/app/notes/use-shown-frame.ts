import { useEffect, useState } from 'react'
import type { FrameTimes } from '#app/study/frame-times.ts'
import { findVideo } from '#app/watch/watch-video.ts'

/** The frame that the player shows, as often as it reports its position. */
export function useShownFrame(times: FrameTimes): number {
  const [frame, setFrame] = useState(0)
  useEffect(() => {
    const video = findVideo()
    if (!video) return
    const update = () => setFrame(times.frameAt(video.currentTime))
    update()
    const controller = new AbortController()
    for (const type of ['timeupdate', 'seeking', 'seeked', 'pause'])
      video.addEventListener(type, update, { signal: controller.signal })
    return () => controller.abort()
  }, [times])
  return frame
}
