import { PlainVideo } from '#app/player/plain-video.tsx'
import { formatDuration } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Ruler } from '#app/ui/ruler.tsx'
import { sharpPicture } from '#app/ui/sharp-picture.ts'
import type { EmbedData } from './load-embed.server.ts'

interface EmbedRestProps {
  media: NonNullable<EmbedData['media']>
  onPlay(): void
}

/** The player before it is played: the poster, the length, and a button to play. Nothing else is loaded. */
export function EmbedRest({ media, onPlay }: EmbedRestProps) {
  const { hls, poster, largePoster, durationSeconds } = media
  return (
    <div className="embed-rest">
      {poster && <img className="embed-poster" src={poster} {...sharpPicture(poster, largePoster, 640)} alt="" />}
      <button type="button" className="embed-play middle" aria-label="Play" onClick={onPlay}>
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
      <PlainVideo hls={hls} poster={poster} width={media.width} height={media.height} />
    </div>
  )
}
