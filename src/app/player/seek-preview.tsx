import { type CSSProperties, useState } from 'react'
import { formatTime } from '#app/ui/format.ts'
import { type Tiles, tileAt } from './storyboard.ts'

interface SeekPreviewProps {
  /** The time to show; null shows none. */
  seconds: number | null
  /** Its position on the bar, 0 to 1. */
  fraction: number
  /** Null while there are no frames; then only the time is shown. */
  tiles: Tiles | null
  /** Title of the chapter at that time; null for none. */
  chapter: string | null
}

interface Moment {
  seconds: number
  fraction: number
  chapter: string | null
}

/** Least width in pixels for the title of a chapter. */
const CHAPTER_PX = 160

/**
 * The seek preview above the bar: a small frame and its time. Screen readers get the time from the slider. Once shown,
 * it stays in the page, so that its sprite is fetched once.
 */
export function SeekPreview({ seconds, fraction, tiles, chapter }: SeekPreviewProps) {
  const [failedSprite, setFailedSprite] = useState<string | null>(null)
  const [last, setLast] = useState<Moment | null>(null)
  // While it fades out, it keeps showing the last time.
  if (seconds !== null && (seconds !== last?.seconds || fraction !== last.fraction))
    setLast({ seconds, fraction, chapter })
  if (last === null) return null
  const visibleTiles = tiles?.spriteUrl === failedSprite ? null : tiles
  const tile = visibleTiles && !isTooWide(visibleTiles) ? tileAt(visibleTiles, last.seconds) : undefined
  const width = Math.max(tile?.width ?? 0, last.chapter === null ? 0 : CHAPTER_PX)
  const style = { '--at': last.fraction, ...(width > 0 ? { '--picture': `${width}px` } : {}) } as CSSProperties
  return (
    <div
      className={seconds === null ? 'seek-preview column gap-2' : 'seek-preview column gap-2 is-shown'}
      style={style}
      aria-hidden="true"
    >
      {visibleTiles && tile && (
        <svg
          className="seek-picture"
          viewBox={`${tile.x} ${tile.y} ${tile.width} ${tile.height}`}
          width={tile.width}
          height={tile.height}
          aria-hidden="true"
        >
          <image
            href={visibleTiles.spriteUrl}
            width={visibleTiles.width}
            height={visibleTiles.height}
            onError={() => setFailedSprite(visibleTiles.spriteUrl)}
          />
        </svg>
      )}
      <span className="seek-moment figures">
        {formatTime(last.seconds)}
        {last.chapter !== null && <bdi>{last.chapter}</bdi>}
      </span>
    </div>
  )
}

/** Whether the video is so wide that its player is not high enough for a frame above the bar. */
function isTooWide({ tiles: [tile] }: Tiles): boolean {
  return tile !== undefined && tile.width > 4 * tile.height
}
