import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Chapter, chapterAt } from '#catalog/chapters.ts'
import type { FlashRange } from './flash-phase.ts'
import type { PlayerState } from './player-state.ts'
import { SeekPreview } from './seek-preview.tsx'
import { SeekTrack } from './seek-track.tsx'
import { shownTimes } from './shown-times.ts'
import { timeAtPointer } from './storyboard.ts'
import type { PlayerCommands } from './use-player.ts'
import { useTiles } from './use-tiles.ts'

interface SeekBarProps {
  state: PlayerState
  commands: PlayerCommands
  /** URL of the video's WebVTT storyboard; null while there is none. */
  storyboard: string | null
  chapters: readonly Chapter[]
  flashes: readonly FlashRange[]
}

/** Diameter in pixels; as in seek.css. */
const THUMB_PX = 18
/** How long the preview is shown after a key press. */
const KEY_PREVIEW_MS = 2_000

const movingKeys = /^(Arrow(Left|Right)|Home|End|Page(Up|Down))$/

/**
 * A native range input over a drawn track. A preview is shown above it while it is pointed at, dragged or moved by
 * keys.
 */
export function SeekBar({ state, commands, storyboard, chapters, flashes }: SeekBarProps) {
  const { position, duration } = state
  const width = Math.max(duration, 0.1)
  const { tiles, load } = useTiles(storyboard)
  const preview = useSeekPreview(width, position, load)
  const chapter = chapterAt(chapters, position)
  const times = shownTimes(state)
  return (
    <div className="seek">
      <SeekTrack state={state} chapters={chapters} flashes={flashes} pointed={preview.seconds} />
      <SeekPreview
        seconds={preview.seconds}
        fraction={(preview.seconds ?? 0) / width}
        tiles={tiles}
        chapter={chapterAt(chapters, preview.seconds ?? 0)?.title ?? null}
      />
      <input
        type="range"
        className="range seek-range"
        aria-label="Seek"
        aria-valuetext={`${times.position} of ${times.length}${chapter ? `, ${chapter.title}` : ''}`}
        min={0}
        max={width}
        step={0.1}
        value={Math.min(position, width)}
        onChange={(event) => commands.seekTo(event.currentTarget.valueAsNumber)}
        {...preview.handlers}
      />
    </div>
  )
}

/** The time to preview: under the mouse, or at the thumb while it is dragged or moved by keys. */
function useSeekPreview(duration: number, position: number, load: () => void) {
  const [hovered, setHovered] = useState<number | null>(null)
  const [isDragging, setDragging] = useState(false)
  const [isKeyDriven, setKeyDriven] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const endKeyDriven = () => {
    clearTimeout(timer.current)
    setKeyDriven(false)
  }
  const handlers = {
    onPointerMove(event: PointerEvent) {
      // A touch is on the bar only while it drags the thumb.
      if (event.pointerType === 'touch') return
      load()
      setHovered(timeAtPointer(event.clientX, event.currentTarget.getBoundingClientRect(), THUMB_PX, duration))
    },
    onPointerLeave: () => setHovered(null),
    onPointerDown(event: PointerEvent) {
      load()
      endKeyDriven()
      // A drag may leave the bar.
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragging(true)
    },
    onLostPointerCapture: () => setDragging(false),
    onKeyDown(event: KeyboardEvent) {
      if (!movingKeys.test(event.key)) return
      load()
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setKeyDriven(false), KEY_PREVIEW_MS)
      setKeyDriven(true)
    },
    onBlur: endKeyDriven,
  }
  const seconds = isDragging
    ? Math.min(position, duration)
    : (hovered ?? (isKeyDriven ? Math.min(position, duration) : null))
  return { seconds, handlers }
}
