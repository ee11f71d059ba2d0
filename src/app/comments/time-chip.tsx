import type { MouseEvent } from 'react'
import { playFrom } from '#app/playback/watch-video.ts'
import { Icon } from '#app/ui/icon.tsx'

interface TimeChipProps {
  /** As it is read, such as '1:05'. */
  text: string
  seconds: number
  /** Whether it is the time of a comment on the picture. */
  isNote?: boolean
}

/** A time of the episode that leads there. */
export function TimeChip({ text, seconds, isNote = false }: TimeChipProps) {
  const jump = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    playFrom(seconds)
  }
  return (
    <a className="timecode inline-row gap-1" href={`?t=${seconds}`} aria-label={`Jump to ${text}`} onClick={jump}>
      {isNote && <Icon name="note" />}
      {text}
    </a>
  )
}
