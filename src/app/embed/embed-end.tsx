import type { PointerEvent, RefObject } from 'react'
import { restart, useHasEnded } from '#app/player/video-end.ts'
import { formatDuration } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'

interface EmbedEndProps {
  video: RefObject<HTMLVideoElement | null>
  /** Path of the episode's page. */
  path: string
  /** The next part of its series; null for none. */
  next: { number: number; title: string; durationSeconds: number | null } | null
}

/** Over the last frame of an episode that ended. */
export function EmbedEnd({ video, path, next }: EmbedEndProps) {
  if (!useHasEnded(video)) return null
  return (
    <div className="embed-veil column gap-2 embed-end" onPointerUp={stayHere}>
      <p className="embed-veil-title">The End</p>
      <div className="embed-actions cluster">
        <button type="button" className="button button-small" onClick={() => restart(video.current)}>
          <Icon name="refresh" />
          Again
        </button>
        <a className="button button-small button-primary" href={path} target="_blank" rel="noopener">
          Watch on Hoshi
        </a>
      </div>
      {next && (
        <p className="embed-next figures">
          Part {next.number}: {next.title}
          {next.durationSeconds !== null && `, ${formatDuration(next.durationSeconds)}`}
        </p>
      )}
    </div>
  )
}

/** Keeps a press from the video below, which it would play. */
const stayHere = (event: PointerEvent) => event.stopPropagation()
