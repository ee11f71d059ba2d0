import { type RefObject, useEffect, useState } from 'react'

/** Whether the video has played to its end, and has neither been moved nor played since. */
export function useHasEnded(video: RefObject<HTMLVideoElement | null>): boolean {
  const [hasEnded, setHasEnded] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    video.current?.addEventListener('ended', () => setHasEnded(true), { signal })
    for (const type of ['play', 'seeking']) video.current?.addEventListener(type, () => setHasEnded(false), { signal })
    return () => controller.abort()
  }, [video])
  return hasEnded
}

/** Plays the video from its start. */
export function restart(video: HTMLVideoElement | null): void {
  if (!video) return
  video.currentTime = 0
  video.play().catch(() => {})
}
