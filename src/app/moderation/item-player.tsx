import type { RefObject } from 'react'
import { SeekTrack } from '#app/player/seek-track.tsx'
import { formatTime } from '#app/ui/format.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { CoveredPicture } from './covered-picture.tsx'
import type { ItemEpisode } from './load-item-episode.server.ts'
import type { ItemPlayback } from './use-item-player.ts'

interface ItemPlayerProps {
  episode: Pick<ItemEpisode, 'poster' | 'lengthSeconds' | 'frameSeconds' | 'moments'>
  video: RefObject<HTMLVideoElement | null>
  playback: ItemPlayback
  isRevealed: boolean
  toggle: () => void
}

/** A small player: blurred and silent until it is revealed, with the reported moments on its line. */
export function ItemPlayer({ episode, video, playback, isRevealed, toggle }: ItemPlayerProps) {
  const { poster, lengthSeconds, frameSeconds, moments } = episode
  const { isPlaying, isMuted, position, hasFailed, seek } = playback
  const isScripted = useHydrated()
  const times = `${formatTime(Math.floor(position))} of ${formatTime(Math.floor(lengthSeconds))}`
  return (
    <section className="queue-player" aria-label="Video">
      <CoveredPicture name="Video" isRevealed={isRevealed} toggle={toggle}>
        <video ref={video} poster={poster ?? undefined} preload="none" muted playsInline tabIndex={-1} />
      </CoveredPicture>
      <div className="seek">
        <SeekTrack
          state={{ position, duration: lengthSeconds, bufferedUntil: 0 }}
          chapters={[]}
          flashes={[]}
          pointed={null}
        />
        {moments.length > 0 && (
          <svg className="seek-track queue-player-marks" role="img" aria-label={reportedAt(moments)}>
            {moments.map(({ seconds }) => (
              <rect
                key={seconds}
                transform="translate(-3)"
                x={`${(100 * seconds) / lengthSeconds}%`}
                width="6"
                height="9"
                rx="2"
              />
            ))}
          </svg>
        )}
        <input
          type="range"
          className="range seek-range"
          aria-label="Seek"
          aria-valuetext={times}
          min={0}
          max={lengthSeconds}
          step={0.1}
          value={Math.min(position, lengthSeconds)}
          disabled={!isScripted}
          onChange={(event) => void seek(event.currentTarget.valueAsNumber)}
        />
      </div>
      <div className="queue-player-controls row">
        <IconButton
          name={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? 'pause' : 'play'}
          disabled={!isScripted}
          onClick={() => void playback.togglePlay()}
        />
        {frameSeconds !== null && (
          <>
            <IconButton
              name="Previous frame"
              icon="step-back"
              disabled={!isScripted}
              onClick={() => void seek(position - frameSeconds)}
            />
            <IconButton
              name="Next frame"
              icon="step-on"
              disabled={!isScripted}
              onClick={() => void seek(position + frameSeconds)}
            />
          </>
        )}
        <span className="figures" aria-hidden="true">
          {times.replace(' of ', ' / ')}
        </span>
        <IconButton
          name={isMuted ? 'Unmute' : 'Mute'}
          icon={isMuted ? 'mute' : 'vol'}
          disabled={!isScripted || !isRevealed}
          onClick={playback.toggleMute}
        />
        <IconButton
          name="Full screen"
          icon="full"
          disabled={!isScripted}
          onClick={() =>
            void video.current
              ?.closest('.queue-player')
              ?.requestFullscreen()
              .catch(() => {})
          }
        />
      </div>
      {hasFailed && (
        <p className="muted" role="alert">
          The video could not be loaded. Please reload the page.
        </p>
      )}
    </section>
  )
}

function reportedAt(moments: ItemEpisode['moments']): string {
  const times = moments.map(({ seconds }) => formatTime(Math.floor(seconds)))
  return `Reported at ${new Intl.ListFormat('en', { type: 'conjunction' }).format(times)}`
}
