import type { MouseEvent } from 'react'
import { playFrom } from '#app/playback/watch-video.ts'

/** A time of the episode that leads there. @param text as it is read, such as '1:05' */
export function TimeChip({ text, seconds }: { text: string; seconds: number }) {
  const jump = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    playFrom(seconds)
  }
  return (
    <a className="timecode" href={`?t=${seconds}`} aria-label={`Jump to ${text}`} onClick={jump}>
      {text}
    </a>
  )
}
