import { useEffect } from 'react'
import { drawNote } from '#app/notes/drawn-note.ts'
import { findVideo } from '#app/playback/watch-video.ts'
import type { Writing } from './use-writing.ts'

/** A seek over a shorter time would show the same frame. */
const TOLERANCE_SECONDS = 0.02

/** Holds the film at the frame of a comment that is to be shown on the picture, and draws it there until it is sent. */
export function useNotePreview({ moment, text }: Pick<Writing, 'moment' | 'text'>): void {
  const seconds = moment.isOnPicture ? moment.seconds : null
  useEffect(() => {
    const video = findVideo()
    if (seconds === null || !video) return
    const wasPlaying = !video.paused
    video.pause()
    if (Math.abs(video.currentTime - seconds) > TOLERANCE_SECONDS) video.currentTime = seconds
    return () => {
      if (wasPlaying && video.isConnected) video.play().catch(() => {})
    }
  }, [seconds])
  useEffect(() => {
    drawNote(seconds === null ? null : text)
    return () => drawNote(null)
  }, [seconds, text])
}
