import { useEffect, useState } from 'react'
import type { FrameTimes } from '#app/playback/frame-times.ts'
import { findVideo } from '#app/playback/watch-video.ts'

/** The frame that the player shows, as often as it reports its position. */
export function useShownFrame(times: FrameTimes): number {
  const [frame, setFrame] = useState(0)
  useEffect(() => {
    const update = () => {
      const video = findVideo()
      if (video) setFrame(times.frameAt(video.currentTime))
    }
    update()
    const controller = new AbortController()
    // Captured: an episode that flashes has its player only after a choice, and events of media do not bubble.
    for (const type of ['timeupdate', 'seeking', 'seeked', 'pause'])
      document.addEventListener(type, update, { capture: true, signal: controller.signal })
    return () => controller.abort()
  }, [times])
  return frame
}
