import { useId } from 'react'
import { formatTime } from '#app/ui/format.ts'
import type { StoryboardFrames } from '#video/embedded-host/storyboard-frames.ts'
import { CoveredPicture, RevealButton, useRevealed } from './covered-picture.tsx'
import type { ItemEpisode } from './load-item-episode.server.ts'

const POSTER = 'thumbnail'

interface FrameRow {
  key: string
  name: string
  seconds: number | null
  frames: ItemEpisode['overview']
}

/** What the item is about: the episode's thumbnail, and its frames around each reported moment or over its length. */
export function ItemMoments({ episode }: { episode: ItemEpisode }) {
  const { id, poster, storyboard, moments, overview } = episode
  const { isRevealed, toggle, revealOnly } = useRevealed()
  const titleId = useId()
  const rows: FrameRow[] =
    moments.length > 0
      ? moments.map((moment) => ({ ...moment, key: String(moment.seconds) }))
      : [{ key: 'overview', name: 'Over the whole episode', seconds: null, frames: overview }]
  const keys = [
    ...(poster === null ? [] : [POSTER]),
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
        {poster !== null && (
          <CoveredPicture name="Thumbnail" isRevealed={isRevealed(POSTER)} toggle={() => toggle(POSTER)}>
            <img src={poster} alt="" />
          </CoveredPicture>
        )}
        {storyboard && (
          <div className="queue-moment-rows">
            {rows.map(({ key, name, seconds, frames }) => (
              <section
                key={key}
                aria-label={seconds === null ? name : `${name}, at ${formatTime(Math.floor(seconds))}`}
              >
                <h4>
                  {name}
                  {seconds !== null && (
                    <a
                      className="link figures"
                      href={`/watch/${id}?t=${Math.floor(seconds)}`}
                      target="_blank"
                      rel="noreferrer"
                    >
                      At {formatTime(Math.floor(seconds))}
                    </a>
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
