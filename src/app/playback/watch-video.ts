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
  video.closest('.player')?.scrollIntoView({ block: 'nearest' })
  // The end card must not keep the focus: it closes now, and returns the focus to the element that had it before.
  focusPlayer()
}

/** Puts the focus on the seek bar of the player. @returns false where there is none, or the end card hides it */
export function focusPlayer(): boolean {
  const seek = findVideo()?.closest('.player')?.querySelector<HTMLElement>('.controls input[type="range"]')
  seek?.focus({ preventScroll: true })
  return seek != null && document.activeElement === seek
}

/** Pauses the episode while the component is mounted; one that played before plays on when it goes. */
export function usePausedVideo(): void {
  useEffect(() => {
    const video = findVideo()
    if (!video || video.paused) return
    video.pause()
    return () => {
      // A page that was left has taken its video along.
      if (video.isConnected) video.play().catch(() => {})
    }
  }, [])
}

/** Whole seconds into the episode, as it plays. */
export function useCurrentSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const update = () => setSeconds(Math.floor(currentSeconds()))
    update()
    const controller = new AbortController()
    // Captured: an episode that flashes has its player only after a choice, and events of media do not bubble.
    for (const type of ['timeupdate', 'seeking'])
      document.addEventListener(type, update, { capture: true, signal: controller.signal })
    return () => controller.abort()
  }, [])
  return seconds
}
