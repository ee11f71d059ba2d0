import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { formatFrames } from '#app/playback/frame-times.ts'
import { formatTime } from '#app/ui/format.ts'
import { useMediaQuery } from '#app/ui/use-media-query.ts'
import type { Drawing, Timing } from './drawings.ts'
import type { StudySession } from './study-session.ts'
import { loopRange, type StudyState } from './study-state.ts'

interface TimesheetProps {
  session: StudySession
  shown: StudyState
  isPlaying: boolean
}

/** Width of a frame's column in pixels. */
const COLUMN = 26
/** Heights of the rows; that of changes is left out where they were not measured. */
const rows = { frame: 30, drawing: 40, change: 32, timing: 34 }
const DRAWING_Y = rows.frame
const CHANGE_Y = rows.frame + rows.drawing
/** Height of the bar of the drawing that changes the most of those in sight, and the least. */
const BAR = { most: rows.change - 8, least: 2 }
/** A film whose drawings change less of the picture than this, in percent, has no full bar. */
const FULL_CHANGE_LEAST = 2
/** The current frame stands at this share of the strip. */
const PLACE = 0.44
/** Fewer columns than this have no room for the words of a timing. */
const WORDS_COLUMNS = 3

/** One column per frame around the current one. A drag moves through the video, a press goes to a frame. */
export function Timesheet({ session, shown, isPlaying }: TimesheetProps) {
  const strip = useRef<HTMLDivElement>(null)
  const columns = useColumns(strip)
  const first = useFirstColumn(shown.frame - Math.floor(columns * PLACE), isPlaying)
  const drag = useDrag(session, first)
  const hasChanges = session.frames.changes !== null
  return (
    <div className={hasChanges ? 'timesheet has-changes' : 'timesheet'}>
      <div className="timesheet-names" aria-hidden="true">
        <span>Frame</span>
        <span>Drawing</span>
        {hasChanges && <span>Change</span>}
        <span>Timing</span>
      </div>
      <div ref={strip} className="timesheet-strip" {...drag}>
        <Strip session={session} shown={shown} first={first} columns={columns} />
      </div>
    </div>
  )
}

interface StripProps extends Omit<TimesheetProps, 'isPlaying'> {
  /** The frame of the first column. */
  first: number
  columns: number
}

function Strip({ session, shown, first, columns }: StripProps) {
  const { times, drawings, changes, cuts } = session.frames
  if (!drawings) return null
  const end = Math.min(first + columns, times.count)
  const begin = Math.max(0, first)
  const frames = Array.from({ length: Math.max(0, end - begin) }, (_, index) => begin + index)
  const x = (frame: number) => (frame - first) * COLUMN
  const current = drawings.at(shown.frame)
  const range = loopRange(shown)
  const inSight = drawings.between(begin, end)
  const mostChange = Math.max(FULL_CHANGE_LEAST, ...inSight.map(({ number }) => changes?.[number - 1] ?? 0))
  const timingY = changes ? CHANGE_Y + rows.change : CHANGE_Y
  const height = timingY + rows.timing
  return (
    <svg
      width={columns * COLUMN}
      height={height}
      role="img"
      aria-label="Timesheet: numbers mark new drawings, lines mark held frames, double lines mark cuts"
    >
      {range && <LoopColumns from={x(range.from)} to={x(range.to + 1)} height={height} isOn={shown.loop.isOn} />}
      {frames.map((frame) => (
        <FrameColumn key={frame} x={x(frame)} height={height} {...ruleOf(session, frame)} />
      ))}
      <path
        className="timesheet-rule is-row"
        d={[DRAWING_Y, CHANGE_Y, timingY].map((y) => `M0 ${y}H${columns * COLUMN}`).join('')}
      />
      {inSight.map((drawing) => (
        <DrawingCell
          key={drawing.first}
          drawing={drawing}
          change={changes?.[drawing.number - 1]}
          mostChange={mostChange}
          x={x(drawing.first)}
          isCurrent={drawing === current}
        />
      ))}
      {drawings.timingsBetween(begin, end).map((timing) => (
        <TimingBracket
          key={timing.first}
          timing={timing}
          from={Math.max(x(timing.first), -COLUMN)}
          to={Math.min(x(timing.end), columns * COLUMN + COLUMN)}
          height={height}
          isCurrent={timing.first <= shown.frame && shown.frame < timing.end}
        />
      ))}
      {cuts
        .filter((cut) => begin <= cut && cut < end)
        .map((cut) => (
          <path key={cut} className="timesheet-cut" d={`M${x(cut) - 2} ${DRAWING_Y}V${height}m4 0V${DRAWING_Y}`} />
        ))}
      <g className="timesheet-now" transform={`translate(${x(shown.frame)} 0)`}>
        <rect y={DRAWING_Y - 1} width={COLUMN} height={height - DRAWING_Y} />
        <path d={`M${COLUMN / 2 - 9} 17h18l-9 11z`} />
      </g>
    </svg>
  )
}

/** Lines are stronger at 6 and 24 frames, or at a full second where the rate is another. */
function ruleOf({ frames: { times } }: StudySession, frame: number) {
  const { second, frames: count } = times.clockOf(frame)
  const isSecond = count === 0
  const isSixth = count % 6 === 0
  const label = isSecond ? formatTime(second) : isSixth ? formatFrames(count) : null
  return { strength: isSecond ? 'is-second' : isSixth ? 'is-sixth' : '', label }
}

interface FrameColumnProps {
  x: number
  height: number
  strength: string
  label: string | null
}

function FrameColumn({ x, height, strength, label }: FrameColumnProps) {
  return (
    <>
      <path className={`timesheet-rule ${strength}`} d={`M${x} ${DRAWING_Y}V${height}`} />
      {label !== null && (
        <text className={`timesheet-label ${strength}`} x={x + 3} y="20">
          {label}
        </text>
      )}
    </>
  )
}

function LoopColumns({ from, to, height, isOn }: { from: number; to: number; height: number; isOn: boolean }) {
  return (
    <g className={isOn ? 'timesheet-loop' : 'timesheet-loop is-off'}>
      <rect className="timesheet-loop-ground" x={from} width={to - from} height={height} />
      <rect x={from} width={to - from} height="4" />
    </g>
  )
}

interface DrawingCellProps {
  drawing: Drawing
  /** In percent; undefined where it was not measured. */
  change: number | undefined
  /** The greatest change of a drawing in sight, in percent. */
  mostChange: number
  x: number
  isCurrent: boolean
}

function DrawingCell({ drawing, change, mostChange, x, isCurrent }: DrawingCellProps) {
  const middle = DRAWING_Y + rows.drawing / 2
  const end = x + drawing.length * COLUMN - 6
  return (
    <g className={isCurrent ? 'timesheet-drawing is-current' : 'timesheet-drawing'}>
      <rect x={x + 2} y={DRAWING_Y + 4} width={COLUMN - 4} height={rows.drawing - 8} rx="4" />
      <text className={drawing.number > 999 ? 'is-long' : undefined} x={x + COLUMN / 2} y={middle + 5}>
        {drawing.number}
      </text>
      {change !== undefined && <ChangeBar change={change / mostChange} x={x} />}
      {drawing.length > 1 && <path d={`M${x + COLUMN + 4} ${middle}H${end}M${end} ${middle - 6}v12`} />}
    </g>
  )
}

/** @param change as a share of the greatest change in sight */
function ChangeBar({ change, x }: { change: number; x: number }) {
  const height = Math.max(BAR.least, change * BAR.most)
  const y = CHANGE_Y + rows.change - height
  return <rect className="timesheet-change" x={x + 7} y={y} width={COLUMN - 14} height={height} rx="1" />
}

interface TimingBracketProps {
  timing: Timing
  from: number
  to: number
  /** Height of the timesheet. */
  height: number
  isCurrent: boolean
}

function TimingBracket({ timing, from, to, height, isCurrent }: TimingBracketProps) {
  const y = height - 12
  const className = isCurrent ? 'is-current' : timing.kind === 'holds' ? 'is-hold' : ''
  return (
    <g className={`timesheet-timing ${className}`}>
      <path d={`M${from + 3} ${y - 4}v5H${to - 3}v-5`} />
      {to - from >= WORDS_COLUMNS * COLUMN && (
        <text x={Math.max(from, 0) + 8} y={y - 6}>
          {timing.words}
        </text>
      )}
    </g>
  )
}

/** With reduced motion, the strip stays as it is while the video plays. */
function useFirstColumn(wanted: number, isPlaying: boolean): number {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)') && isPlaying
  const kept = useRef(wanted)
  useEffect(() => {
    if (!isStill) kept.current = wanted
  })
  return isStill ? kept.current : wanted
}

/** The number of columns that there is room for. */
function useColumns(strip: { current: HTMLDivElement | null }): number {
  const [columns, setColumns] = useState(0)
  useEffect(() => {
    if (!strip.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setColumns(Math.max(1, Math.ceil(entry.contentRect.width / COLUMN)))
    })
    observer.observe(strip.current)
    return () => observer.disconnect()
  }, [strip])
  return columns
}

function useDrag(session: StudySession, first: number) {
  const start = useRef<{ x: number; frame: number; first: number; hasMoved: boolean } | null>(null)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      session.step(0)
      event.currentTarget.setPointerCapture(event.pointerId)
      // Pausing may move the strip.
      start.current = { x: event.clientX, frame: session.state.frame, first, hasMoved: false }
    },
    onPointerMove({ clientX }: PointerEvent<HTMLElement>) {
      const { current } = start
      if (!current) return
      const columns = Math.round((current.x - clientX) / COLUMN)
      if (columns !== 0) current.hasMoved = true
      if (current.hasMoved) session.goTo(current.frame + columns)
    },
    onPointerUp({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
      const { current } = start
      start.current = null
      if (!current || current.hasMoved) return
      session.goTo(current.first + Math.floor((clientX - currentTarget.getBoundingClientRect().left) / COLUMN))
    },
    onPointerCancel() {
      start.current = null
    },
  }
}
