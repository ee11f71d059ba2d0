import { useEffect, useState } from 'react'

/** The video of the watch page; null where none plays. */
export function findVideo(): HTMLVideoElement | null {
  return document.querySelector('.watch .player video')
}

/** Seconds into the episode now. */
export function currentSeconds(): number {
  return findVideo()?.currentTime ?? 0
}

/** Plays the episode from there and puts the focus on the player. */
export function playFrom(seconds: number): void {
  const video = findVideo()
  if (!video) return
  video.currentTime = seconds
  video.play().catch(() => {})
  const player = video.closest('.player')
  player?.scrollIntoView({ block: 'nearest' })
  // The end card must not keep the focus: it closes now, and returns the focus to the element that had it before.
  player?.querySelector<HTMLElement>('.controls input[type="range"]')?.focus({ preventScroll: true })
}

/** Whole seconds into the episode, as it plays. */
export function useCurrentSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const video = findVideo()
    if (!video) return
    const update = () => setSeconds(Math.floor(video.currentTime))
    update()
    const controller = new AbortController()
    for (const type of ['timeupdate', 'seeking']) video.addEventListener(type, update, { signal: controller.signal })
    return () => controller.abort()
  }, [])
  return seconds
}
