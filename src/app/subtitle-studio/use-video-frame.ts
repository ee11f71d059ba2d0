import { useEffect, useState } from 'react'
import type { VideoFrames } from './video-frames.ts'

/** The frame that a video element shows, updated with each picture. @param isReady once its player is in the page */
export function useVideoFrame(video: () => HTMLVideoElement | null, { times }: VideoFrames, isReady: boolean): number {
  const [frame, setFrame] = useState(0)
  useEffect(() => {
    const element = isReady ? video() : null
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    const show = (seconds: number) => setFrame(times.frameAt(seconds))
    const follow = () => {
      element.requestVideoFrameCallback?.((_now, { mediaTime }) => {
        if (signal.aborted) return
        if (!element.paused) show(mediaTime)
        follow()
      })
    }
    show(element.currentTime)
    follow()
    for (const type of ['timeupdate', 'seeking', 'seeked', 'pause'])
      element.addEventListener(type, () => show(element.currentTime), { signal })
    return () => controller.abort()
  }, [video, times, isReady])
  return frame
}
