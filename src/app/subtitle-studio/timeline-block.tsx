import { memo, type PointerEvent, useRef } from 'react'
import type { ScriptLine } from '#subtitles/script/script-parts.ts'
import { framesOf, type LineFrames, moved, withEnd, withStart } from './moved-line.ts'
import type { StudioCommands } from './use-studio.ts'
import { snapToCut, type VideoFrames } from './video-frames.ts'

interface TimelineBlockProps {
  videoFrames: VideoFrames
  line: ScriptLine
  number: number
  /** The words without tags. */
  words: string
  pixelsPerSecond: number
  isSelected: boolean
  isTooFast: boolean
  snaps: boolean
  commands: StudioCommands
}

/** So near its ends, a block is not moved but made shorter or longer. */
const EDGE_PX = 10

interface Drag {
  x: number
  part: 'start' | 'end' | 'whole'
  was: LineFrames
  /** Differs by drag, so that each is undone alone. */
  group: string
}

/** A line on the timeline, moved and trimmed with the pointer, or with arrow keys. */
export const TimelineBlock = memo(function TimelineBlock({
  videoFrames,
  line,
  number,
  words,
  pixelsPerSecond,
  isSelected,
  isTooFast,
  snaps,
  commands,
}: TimelineBlockProps) {
  const drag = useRef<Drag | null>(null)
  const { times } = videoFrames
  const frames = framesOf(videoFrames, line)
  const left = times.startOf(frames.from) * pixelsPerSecond
  const width = Math.max(4, times.startOf(frames.to) * pixelsPerSecond - left)

  function start(event: PointerEvent<HTMLButtonElement>): void {
    if (event.button !== 0) return
    const { left: edge, right } = event.currentTarget.getBoundingClientRect()
    const isWide = right - edge > 3 * EDGE_PX
    const isAtStart = isWide && event.clientX - edge < EDGE_PX
    const isAtEnd = isWide && right - event.clientX < EDGE_PX
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = {
      x: event.clientX,
      part: isAtStart ? 'start' : isAtEnd ? 'end' : 'whole',
      was: frames,
      group: `drag ${line.key} ${event.timeStamp}`,
    }
    if (!isSelected) commands.select(line.key)
  }

  function follow(event: PointerEvent): void {
    if (!drag.current) return
    const { x, part, was, group } = drag.current
    const seconds = (event.clientX - x) / pixelsPerSecond
    // A press that hardly moves chooses a line.
    if (Math.abs(event.clientX - x) < 3 && frames.from === was.from && frames.to === was.to) return
    const at = (frame: number) => {
      const next = times.frameAt(Math.max(0, times.startOf(frame) + seconds + 1e-6))
      return snaps ? snapToCut(videoFrames, next) : next
    }
    const byStart = at(was.from) - was.from
    const now =
      part === 'start'
        ? withStart(videoFrames, was, Math.min(at(was.from), was.to - 1))
        : part === 'end'
          ? withEnd(videoFrames, was, Math.max(at(was.to), was.from + 1))
          : moved(videoFrames, was, byStart)
    commands.placeLine(line.key, now, group)
  }

  const end = () => {
    drag.current = null
  }
  const classes = ['studio-block', isSelected && 'is-selected', isTooFast && 'is-warned'].filter(Boolean)
  return (
    <button
      type="button"
      className={classes.join(' ')}
      style={{ left, width }}
      tabIndex={isSelected ? 0 : -1}
      aria-label={`Line ${number}: ${words}`}
      aria-pressed={isSelected}
      aria-keyshortcuts="ArrowLeft ArrowRight"
      onPointerDown={start}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={end}
      onLostPointerCapture={end}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
        if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        if (event.shiftKey) commands.setEnd(frames.to + by)
        else commands.nudge(by)
      }}
    >
      <span>{words}</span>
    </button>
  )
})
