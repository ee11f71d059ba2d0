import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { clock } from '#app/ui/figures.ts'
import { minuteMarks, type PlayerState } from './player-state.ts'
import { SeekGlimpse } from './seek-glimpse.tsx'
import { momentUnder } from './storyboard.ts'
import type { PlayerCommands } from './use-player.ts'
import { useTiles } from './use-tiles.ts'

interface SeekBarProps {
  state: PlayerState
  commands: PlayerCommands
  /** Address of the WebVTT that names small pictures of the film; null while there is none. */
  storyboard: string | null
}

/** Across, in pixels; as in seek.css. */
const KNOB = 18
/** How long a moment that was come to by a key is shown. */
const KEYED_MS = 2_000

const movingKeys = /^(Arrow(Left|Right|Up|Down)|Home|End|Page(Up|Down))$/

/**
 * A native range over a drawn track: played, fetched, and a tick at each full minute. Whoever points at it, drags it or
 * moves it by keys sees the moment above it.
 */
export function SeekBar({ state, commands, storyboard }: SeekBarProps) {
  const { position, duration, bufferedUntil } = state
  const width = Math.max(duration, 0.1)
  const { tiles, ask } = useTiles(storyboard)
  const moment = useShownMoment(width, position, ask)
  return (
    <div className="seek">
      <Drawn look="seek-track" width={width}>
        <rect className="seek-whole" width={width} height="10" />
        <rect className="seek-buffered" width={Math.min(bufferedUntil, width)} height="10" />
        <rect className="seek-played" width={Math.min(position, width)} height="10" />
      </Drawn>
      <Drawn look="seek-ticks" width={width}>
        <path
          d={minuteMarks(duration)
            .map((mark) => `M${mark} 0V10`)
            .join('')}
        />
      </Drawn>
      <SeekGlimpse seconds={moment.shown} share={(moment.shown ?? 0) / width} tiles={tiles} />
      <input
        type="range"
        className="range seek-range"
        aria-label="Seek"
        aria-valuetext={`${clock(position)} of ${clock(duration)}`}
        min={0}
        max={width}
        step={0.1}
        value={Math.min(position, width)}
        onChange={(event) => commands.seekTo(event.currentTarget.valueAsNumber)}
        {...moment.watching}
      />
    </div>
  )
}

/** Which moment is to be shown: the one under a mouse, or where the knob is while it is held or moved by keys. */
function useShownMoment(duration: number, position: number, ask: () => void) {
  const [hovered, setHovered] = useState<number | null>(null)
  const [isHeld, setHeld] = useState(false)
  const [isKeyed, setKeyed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const endKeyed = () => {
    clearTimeout(timer.current)
    setKeyed(false)
  }
  const watching = {
    onPointerMove(event: PointerEvent) {
      // A finger is on the bar only while it holds the knob.
      if (event.pointerType === 'touch') return
      ask()
      setHovered(momentUnder(event.clientX, event.currentTarget.getBoundingClientRect(), KNOB, duration))
    },
    onPointerLeave: () => setHovered(null),
    onPointerDown(event: PointerEvent) {
      ask()
      endKeyed()
      // Whoever drags need not stay on the bar.
      event.currentTarget.setPointerCapture(event.pointerId)
      setHeld(true)
    },
    onLostPointerCapture: () => setHeld(false),
    onKeyDown(event: KeyboardEvent) {
      if (!movingKeys.test(event.key)) return
      ask()
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setKeyed(false), KEYED_MS)
      setKeyed(true)
    },
    onBlur: endKeyed,
  }
  const shown = isHeld ? Math.min(position, duration) : (hovered ?? (isKeyed ? Math.min(position, duration) : null))
  return { shown, watching }
}

/** Drawn in seconds from left to right, and stretched over the bar. */
function Drawn({ look, width, children }: { look: string; width: number; children: ReactNode }) {
  return (
    <svg className={look} viewBox={`0 0 ${width} 10`} preserveAspectRatio="none" aria-hidden="true">
      {children}
    </svg>
  )
}
