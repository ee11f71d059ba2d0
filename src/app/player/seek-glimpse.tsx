import { type CSSProperties, useState } from 'react'
import { clock } from '#app/ui/figures.ts'
import { type Tiles, tileAt } from './storyboard.ts'

interface SeekGlimpseProps {
  /** The moment to show; null shows none. */
  seconds: number | null
  /** Where that is on the bar, 0 to 1. */
  share: number
  /** Null while there are no pictures: then it is the time alone. */
  tiles: Tiles | null
}

/**
 * A moment of the film above the bar: a small picture and its time. It says nothing that the slider does not say in words.
 * Once there, it stays in the page, so that its sheet is fetched once.
 */
export function SeekGlimpse({ seconds, share, tiles }: SeekGlimpseProps) {
  const [missing, setMissing] = useState<string | null>(null)
  const [last, setLast] = useState<{ seconds: number; share: number } | null>(null)
  // What fades away shows what it showed.
  if (seconds !== null && (seconds !== last?.seconds || share !== last.share)) setLast({ seconds, share })
  if (last === null) return null
  const board = tiles?.sheet === missing ? null : tiles
  const tile = board && !isStrip(board) ? tileAt(board, last.seconds) : undefined
  const place = { '--at': last.share, ...(tile ? { '--picture': `${tile.width}px` } : {}) } as CSSProperties
  return (
    <div className={seconds === null ? 'seek-glimpse' : 'seek-glimpse is-shown'} style={place} aria-hidden="true">
      {board && tile && (
        <svg
          className="seek-picture"
          viewBox={`${tile.x} ${tile.y} ${tile.width} ${tile.height}`}
          width={tile.width}
          height={tile.height}
          aria-hidden="true"
        >
          <image href={board.sheet} width={board.width} height={board.height} onError={() => setMissing(board.sheet)} />
        </svg>
      )}
      <span className="seek-moment figures">{clock(last.seconds)}</span>
    </div>
  )
}

/** The player of a film of this shape is too low for a picture above the bar. */
function isStrip({ tiles: [tile] }: Tiles): boolean {
  return tile !== undefined && tile.width > 4 * tile.height
}
