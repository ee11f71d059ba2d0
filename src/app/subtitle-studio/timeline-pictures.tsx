import { type Tiles, tileAt } from '#app/player/storyboard.ts'
import type { VideoFrames } from './video-frames.ts'

interface TimelinePicturesProps {
  videoFrames: VideoFrames
  tiles: Tiles | null
  /** Seconds that are in the page. */
  view: { from: number; to: number }
  pixelsPerSecond: number
}

const PICTURE_HEIGHT = 48

/** Pictures of the video side by side, with its cuts. */
export function TimelinePictures({ videoFrames, tiles, view, pixelsPerSecond }: TimelinePicturesProps) {
  const end = videoFrames.times.startOf(videoFrames.times.count)
  const isShown = (seconds: number) => seconds >= view.from - 8 && seconds <= view.to
  const shots = [0, ...videoFrames.cuts].map((frame, at) => ({
    number: at + 1,
    seconds: videoFrames.times.startOf(frame),
  }))
  return (
    <div className="studio-pictures" aria-hidden="true">
      {tiles && picturesOf(tiles, { from: Math.max(0, view.from), to: Math.min(end, view.to) }, pixelsPerSecond)}
      {videoFrames.cuts.length > 0 &&
        shots
          .filter(({ seconds }) => isShown(seconds))
          .map(({ number, seconds }) => (
            <span key={number} className="studio-cut" style={{ left: seconds * pixelsPerSecond }}>
              <span className="figures">cut {number}</span>
            </span>
          ))}
    </div>
  )
}

/** One picture after another, each of the moment at its left edge. */
function picturesOf(tiles: Tiles, view: TimelinePicturesProps['view'], pixelsPerSecond: number) {
  const [sample] = tiles.tiles
  if (!sample) return null
  const width = (sample.width / sample.height) * PICTURE_HEIGHT
  const first = Math.floor((view.from * pixelsPerSecond) / width)
  const last = Math.ceil((view.to * pixelsPerSecond) / width)
  const lefts = Array.from({ length: Math.max(0, last - first) }, (_, at) => (first + at) * width)
  return lefts.map((left) => {
    const tile = tileAt(tiles, left / pixelsPerSecond) ?? sample
    return (
      <svg
        key={left}
        className="studio-picture"
        style={{ left }}
        viewBox={`${tile.x} ${tile.y} ${tile.width} ${tile.height}`}
        width={width}
        height={PICTURE_HEIGHT}
        aria-hidden="true"
      >
        <image href={tiles.spriteUrl} width={tiles.width} height={tiles.height} />
      </svg>
    )
  })
}
