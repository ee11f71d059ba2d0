import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { formatTime } from '#app/ui/format.ts'
import { minuteMarks, type PlayerState } from './player-state.ts'
import { SeekPreview } from './seek-preview.tsx'
import { timeAtPointer } from './storyboard.ts'
import type { PlayerCommands } from './use-player.ts'
import { useTiles } from './use-tiles.ts'

interface SeekBarProps {
  state: PlayerState
  commands: PlayerCommands
  /** URL of the video's WebVTT storyboard; null while there is none. */
  storyboard: string | null
}

/** Diameter in pixels; as in seek.css. */
const THUMB_PX = 18
/** How long the preview is shown after a key press. */
const KEY_PREVIEW_MS = 2_000

const movingKeys = /^(Arrow(Left|Right|Up|Down)|Home|End|Page(Up|Down))$/

/**
 * A native range input over a drawn track: played part, buffered part, and a tick at each full minute. A preview is
 * shown above it while it is pointed at, dragged or moved by keys.
 */
export function SeekBar({ state, commands, storyboard }: SeekBarProps) {
  const { position, duration, bufferedUntil } = state
  const width = Math.max(duration, 0.1)
  const { tiles, load } = useTiles(storyboard)
  const preview = useSeekPreview(width, position, load)
  return (
    <div className="seek">
      <BarGraphic className="seek-track" width={width}>
        <rect className="seek-whole" width={width} height="10" />
        <rect className="seek-buffered" width={Math.min(bufferedUntil, width)} height="10" />
        <rect className="seek-played" width={Math.min(position, width)} height="10" />
      </BarGraphic>
      <BarGraphic className="seek-ticks" width={width}>
        <path
          d={minuteMarks(duration)
            .map((mark) => `M${mark} 0V10`)
            .join('')}
        />
      </BarGraphic>
      <SeekPreview seconds={preview.seconds} fraction={(preview.seconds ?? 0) / width} tiles={tiles} />
      <input
        type="range"
        className="range seek-range"
        aria-label="Seek"
        aria-valuetext={`${formatTime(position)} of ${formatTime(duration)}`}
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

/** A drawing with seconds as its horizontal unit, stretched over the bar. */
function BarGraphic({ className, width, children }: { className: string; width: number; children: ReactNode }) {
  return (
    <svg className={className} viewBox={`0 0 ${width} 10`} preserveAspectRatio="none" aria-hidden="true">
      {children}
    </svg>
  )
}
