import { formatDuration } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Ruler } from '#app/ui/ruler.tsx'
import type { EmbedData } from './load-embed.server.ts'

interface EmbedRestProps {
  media: NonNullable<EmbedData['media']>
  onPlay(): void
}

/** The player before anybody played it: the poster, its length, and a way to begin. Nothing else is loaded. */
export function EmbedRest({ media, onPlay }: EmbedRestProps) {
  const { hls, poster, durationSeconds } = media
  const size = { width: media.width ?? 1280, height: media.height ?? 720 }
  return (
    <div className="embed-rest">
      {poster && <img className="embed-poster" src={poster} alt="" />}
      <button type="button" className="embed-play" aria-label="Play" onClick={onPlay}>
        <span>
          <Icon name="play" />
        </span>
      </button>
      {durationSeconds !== null && (
        <div className="embed-length">
          <span className="figures" aria-hidden="true">
            {formatDuration(durationSeconds)}
          </span>
          <Ruler seconds={durationSeconds} />
        </div>
      )}
      <noscript>
        <video className="player-plain" {...size} poster={poster ?? undefined} controls src={hls} />
      </noscript>
    </div>
  )
}
