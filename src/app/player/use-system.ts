import { type RefObject, useEffect } from 'react'
import { type MediaActions, type MediaInfo, openMediaSession } from './media-session.ts'
import { keepScreenOn } from './wake-lock.ts'

/** Ties a video to the system: its media keys and display, and a screen that stays on while it plays. */
export function useSystem(
  video: RefObject<HTMLVideoElement | null>,
  { title, artist, poster }: MediaInfo,
  { seekTo, seekBy, openPrevious, openNext }: MediaActions,
): void {
  useEffect(() => (video.current ? keepScreenOn(video.current) : undefined), [video])
  useEffect(() => {
    if (!video.current) return
    const actions = { seekTo, seekBy, openPrevious, openNext }
    return openMediaSession(video.current, { title, artist, poster }, actions)
  }, [video, title, artist, poster, seekTo, seekBy, openPrevious, openNext])
}
