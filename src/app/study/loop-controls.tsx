import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { formatFrameRange } from '#app/playback/frame-range.ts'
import type { StudyOptions } from '#app/playback/study-options.ts'
import type { PlayerCommands } from '#app/player/use-player.ts'
import { copyText } from '#app/ui/copy-text.ts'
import { Icon } from '#app/ui/icon.tsx'
import { snapToCut } from './snap-to-cut.ts'
import { clockOf, formatClock } from './study-clock.ts'
import type { StudySession } from './study-session.ts'
import { loopRange, type StudyState } from './study-state.ts'

interface LoopProps {
  session: StudySession
  shown: StudyState
}

/** The loop's ends, on and off, and a link to it. */
export function LoopControls(props: LoopProps & { study: StudyOptions; commands: PlayerCommands }) {
  const { session, shown, study, commands } = props
  const field = useRef<HTMLInputElement>(null)
  const [isShown, setShown] = useState(false)
  const range = loopRange(shown)

  async function copy(): Promise<void> {
    if (!range) return
    const url = `${location.origin}${study.path}?f=${formatFrameRange(range)}`
    if (field.current) field.current.value = url
    const isCopied = await copyText(url, field.current)
    setShown(!isCopied)
    commands.notify(isCopied ? 'Link copied' : 'The link could not be copied. Copy it from the field.')
  }

  return (
    <fieldset className="loop-controls row cluster">
      <legend className="visually-hidden">Loop</legend>
      <button
        type="button"
        className="icon-button loop-toggle"
        aria-label="Loop"
        aria-pressed={shown.loop.isOn}
        aria-keyshortcuts="l"
        disabled={!range}
        onClick={() => session.dispatch({ type: 'toggle loop' })}
      >
        <Icon name="loop" />
      </button>
      <LoopEnd {...props} end="from" />
      <LoopEnd {...props} end="to" />
      <button type="button" className="button button-small" disabled={!range} onClick={() => void copy()}>
        <Icon name="link" />
        Copy loop link
      </button>
      <input
        ref={field}
        className={isShown ? 'loop-link' : 'visually-hidden'}
        aria-label="Loop link"
        aria-hidden={!isShown}
        tabIndex={isShown ? 0 : -1}
        readOnly
      />
    </fieldset>
  )
}

const ends = {
  from: { letter: 'A', name: 'loop from here', shortcut: 'a' },
  to: { letter: 'B', name: 'loop to here', shortcut: 'b' },
} as const

/** Sets an end of the loop to the frame that is looked at. */
function LoopEnd({ session, shown, end }: LoopProps & { end: 'from' | 'to' }) {
  const { letter, name, shortcut } = ends[end]
  const frame = shown.loop[end]
  const clock = frame === null ? null : clockOf(session.frames.times, frame)
  return (
    <button
      type="button"
      className={`loop-end row is-${end}`}
      aria-keyshortcuts={shortcut}
      onClick={() => session.dispatch({ type: end === 'from' ? 'loop from' : 'loop to', frame: shown.frame })}
    >
      <b>{letter}</b>
      {clock ? (
        <span className="figures">
          {clock.time} <em>{clock.frames}</em>
        </span>
      ) : (
        <span className="muted">Set</span>
      )}
      <span className="visually-hidden">, {name}</span>
    </button>
  )
}

/** The loop on the seek bar, with a handle at each end. */
export function LoopBand({ session, shown }: LoopProps) {
  const band = useRef<HTMLDivElement>(null)
  const { times, cuts } = session.frames
  const share = (frame: number) => `${(100 * times.startOf(frame)) / times.startOf(times.count)}%`
  const range = loopRange(shown)

  const moveTo = (end: 'from' | 'to', frame: number) => {
    const { loop } = session.state
    const limit = end === 'from' ? (loop.to ?? times.count) : (loop.from ?? 0)
    const inside = end === 'from' ? Math.min(frame, limit) : Math.max(frame, limit)
    session.dispatch({ type: end === 'from' ? 'loop from' : 'loop to', frame: times.clamp(inside) })
  }
  const drag = (end: 'from' | 'to') => (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !band.current) return
    const { left, width } = band.current.getBoundingClientRect()
    const frame = times.frameAt(((event.clientX - left) / width) * times.startOf(times.count))
    moveTo(end, snapToCut(end, frame, cuts))
  }
  const pressKey = (end: 'from' | 'to', frame: number) => (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -12, PageUp: 12 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    moveTo(end, frame + by)
  }

  return (
    <div ref={band} className="loop-band">
      {range && (
        <svg aria-hidden="true">
          <rect x={share(range.from)} width={`${widthOf(range, times)}%`} height="19" />
        </svg>
      )}
      {(['from', 'to'] as const).map((end) => {
        const frame = shown.loop[end]
        if (frame === null) return null
        return (
          <span
            key={end}
            role="slider"
            tabIndex={0}
            className={`loop-handle middle is-${end}`}
            style={{ left: share(end === 'to' ? frame + 1 : frame) }}
            aria-label={end === 'from' ? 'Loop start' : 'Loop end'}
            aria-valuemin={0}
            aria-valuemax={times.count - 1}
            aria-valuenow={frame}
            aria-valuetext={formatClock(times, frame)}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag(end)}
            onKeyDown={pressKey(end, frame)}
          >
            {ends[end].letter}
          </span>
        )
      })}
    </div>
  )
}

function widthOf({ from, to }: { from: number; to: number }, times: StudySession['frames']['times']): number {
  return (100 * (times.startOf(to + 1) - times.startOf(from))) / times.startOf(times.count)
}
