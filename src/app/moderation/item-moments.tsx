import { useId, useRef } from 'react'
import { formatTime } from '#app/ui/format.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { StoryboardFrames } from '#video/embedded-host/storyboard-frames.ts'
import { CoveredPicture, RevealButton, useRevealed } from './covered-picture.tsx'
import { ItemPlayer } from './item-player.tsx'
import type { ItemEpisode } from './load-item-episode.server.ts'
import { useItemPlayer } from './use-item-player.ts'

const VIDEO = 'video'

interface FrameRow {
  key: string
  name: string
  seconds: number | null
  frames: ItemEpisode['overview']
}

/** What the item is about: the episode in a small player, or its thumbnail until it plays, and its frames around each reported moment or over its length. */
export function ItemMoments({ episode }: { episode: ItemEpisode }) {
  const { id, poster, hls, storyboard, moments, overview } = episode
  const { isRevealed, toggle, revealOnly } = useRevealed()
  const video = useRef<HTMLVideoElement>(null)
  const playback = useItemPlayer(video, hls ?? '', isRevealed(VIDEO))
  const isScripted = useHydrated()
  const titleId = useId()
  const rows: FrameRow[] =
    moments.length > 0
      ? moments.map((moment) => ({ ...moment, key: String(moment.seconds) }))
      : [{ key: 'overview', name: 'Over the whole episode', seconds: null, frames: overview }]
  const keys = [
    ...(hls === null && poster === null ? [] : [VIDEO]),
    ...rows.flatMap(({ key, frames }) => frames.map(({ index }) => frameKey(key, index))),
  ]
  if (keys.length === 0) return null
  const isAllRevealed = keys.every(isRevealed)
  return (
    <section className="panel queue-panel queue-moments" aria-labelledby={titleId}>
      <header>
        <h3 id={titleId}>{headingOf(moments.length)}</h3>
        <RevealButton
          count={keys.length}
          isRevealed={isAllRevealed}
          onClick={() => revealOnly(isAllRevealed ? [] : keys)}
        />
      </header>
      <div className="queue-moments-parts">
        {hls !== null ? (
          <ItemPlayer
            episode={episode}
            video={video}
            playback={playback}
            isRevealed={isRevealed(VIDEO)}
            toggle={() => toggle(VIDEO)}
          />
        ) : (
          poster !== null && (
            <CoveredPicture name="Thumbnail" isRevealed={isRevealed(VIDEO)} toggle={() => toggle(VIDEO)}>
              <img src={poster} alt="" />
            </CoveredPicture>
          )
        )}
        {storyboard && (
          <div className="queue-moment-rows stack gap-4">
            {rows.map(({ key, name, seconds, frames }) => (
              <section
                key={key}
                aria-label={seconds === null ? name : `${name}, at ${formatTime(Math.floor(seconds))}`}
              >
                <h4>
                  {name}
                  {seconds !== null && (
                    <MomentTime
                      seconds={seconds}
                      watchPath={`/watch/${id}`}
                      seek={hls !== null && isScripted ? playback.seek : null}
                    />
                  )}
                </h4>
                <ul>
                  {frames.map(({ index, isReported }) => (
                    <li key={index}>
                      <CoveredPicture
                        name={formatTime(Math.floor(storyboard.seconds[index] ?? 0))}
                        isRevealed={isRevealed(frameKey(key, index))}
                        toggle={() => toggle(frameKey(key, index))}
                        isReported={isReported}
                      >
                        <StoryboardFrame frames={storyboard} index={index} />
                      </CoveredPicture>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </div>
      {!storyboard && <p className="muted">Frames appear when the video has been processed.</p>}
    </section>
  )
}

interface MomentTimeProps {
  seconds: number
  watchPath: string
  /** Shows the moment in the player beside it; null where there is none. */
  seek: ((seconds: number) => Promise<void>) | null
}

/** The time of a reported moment, which leads to it. */
function MomentTime({ seconds, watchPath, seek }: MomentTimeProps) {
  const name = `At ${formatTime(Math.floor(seconds))}`
  if (seek !== null)
    return (
      <button type="button" className="link figures" onClick={() => void seek(seconds)}>
        {name}
      </button>
    )
  return (
    <a className="link figures" href={`${watchPath}?t=${Math.floor(seconds)}`} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}

function frameKey(row: string, index: number): string {
  return `${row} ${index}`
}

function headingOf(moments: number): string {
  if (moments === 0) return 'Frames of the episode'
  return moments === 1 ? '1 reported moment' : `${moments} reported moments`
}

/** One frame of the sprite, cropped by an SVG. */
function StoryboardFrame({ frames, index }: { frames: StoryboardFrames; index: number }) {
  const { sprite, columns, rows, width, height } = frames
  const viewBox = `${(index % columns) * width} ${Math.floor(index / columns) * height} ${width} ${height}`
  return (
    <svg className="queue-tile" viewBox={viewBox} aria-hidden="true">
      <image href={sprite} width={columns * width} height={rows * height} preserveAspectRatio="none" />
    </svg>
  )
}
