import { type RefObject, useId, useState } from 'react'
import type { StudyOptions } from '#app/playback/study-options.ts'
import type { PlayerCommands } from '#app/player/use-player.ts'
import { formatCount } from '#app/ui/format.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { decodesFrames } from './decode-segment.ts'
import { timingKinds } from './drawings.ts'
import { saveFrame } from './save-frame.ts'
import { formatClock } from './study-clock.ts'
import type { StudySession } from './study-session.ts'
import { loopRange, type Overlay, type StudyState } from './study-state.ts'
import { ZoomTool } from './zoom-controls.tsx'

interface LightTableProps {
  session: StudySession | null
  shown: StudyState
  video: RefObject<HTMLVideoElement | null>
  title: string
  hls: string
  study: StudyOptions
  commands: PlayerCommands
}

const MOST_SHEETS = 3
const tools: readonly { overlay: Overlay; icon: IconName; name: string; shortcut: string }[] = [
  { overlay: 'flip', icon: 'flip', name: 'Flip', shortcut: 'h' },
  { overlay: 'grid', icon: 'grid', name: 'Grid', shortcut: 'g' },
  { overlay: 'safe', icon: 'safe', name: 'Safe area', shortcut: 'u' },
]

/** Beside the picture: tools for the drawings that shine through and the layers over it, and how long drawings stay. */
export function LightTable({ session, shown, ...props }: LightTableProps) {
  return (
    <section className="light-table column gap-2" aria-label="Light table">
      {decodesFrames() && session?.frames.isSteppable !== false && <OnionControls session={session} shown={shown} />}
      <div className="light-tools">
        {tools.map(({ overlay, icon, name, shortcut }) => (
          <button
            key={overlay}
            type="button"
            className="light-tool"
            aria-pressed={shown.overlays[overlay]}
            aria-keyshortcuts={shortcut}
            disabled={!session}
            onClick={() => session?.dispatch({ type: 'toggle overlay', overlay })}
          >
            <Icon name={icon} />
            {name}
          </button>
        ))}
        <ZoomTool session={session} zoom={shown.zoom} />
      </div>
      {session?.frames.drawings && <Counts session={session} shown={shown} />}
      <SaveFrame session={session} shown={shown} {...props} />
    </section>
  )
}

function OnionControls({ session, shown }: { session: StudySession | null; shown: StudyState }) {
  const hintId = useId()
  return (
    <>
      <div className="light-row row gap-3 spread">
        <h3>Light table</h3>
        <button
          type="button"
          role="switch"
          className="light-switch"
          aria-checked={shown.overlays.onion}
          aria-label="Onion skin"
          aria-describedby={hintId}
          aria-keyshortcuts="o"
          disabled={!session}
          onClick={() => session?.dispatch({ type: 'toggle overlay', overlay: 'onion' })}
        />
      </div>
      <p id={hintId} className="light-hint">
        Onion skin, {session?.frames.drawings ? 'drawing by drawing' : 'frame by frame'}
      </p>
      <OnionSide side="previous" name="Previous" session={session} shown={shown} />
      <OnionSide side="next" name="Next" session={session} shown={shown} />
    </>
  )
}

interface OnionSideProps {
  side: 'previous' | 'next'
  name: string
  session: StudySession | null
  shown: StudyState
}

function OnionSide({ side, name, session, shown }: OnionSideProps) {
  const { count, strength } = shown.onion[side]
  const percent = Math.round(strength * 100)
  const change = (by: number) => session?.dispatch({ type: 'onion', side, change: { count: count + by } })
  return (
    <fieldset className="light-side">
      <legend className="visually-hidden">{name}</legend>
      <span className="light-row row gap-3 spread">
        <span className="row">
          <i className={`study-mark is-${side}`} />
          <b aria-hidden="true">{name}</b>
        </span>
        <span className="light-count row">
          <IconButton name="Show one fewer drawing" icon="minus" disabled={count <= 1} onClick={() => change(-1)} />
          <output className="figures">{count}</output>
          <IconButton
            name="Show one more drawing"
            icon="plus"
            disabled={count >= MOST_SHEETS}
            onClick={() => change(1)}
          />
        </span>
      </span>
      <span className="light-row row gap-3 spread">
        <input
          type="range"
          className={`range light-range is-${side}`}
          aria-label={`${name}, opacity`}
          min={10}
          max={100}
          step={5}
          value={percent}
          onChange={(event) =>
            session?.dispatch({ type: 'onion', side, change: { strength: event.currentTarget.valueAsNumber / 100 } })
          }
        />
        <span className="light-percent figures">{percent}%</span>
      </span>
    </fieldset>
  )
}

/** How many drawings stay how long: in the loop, or in the whole episode without one. */
function Counts({ session, shown }: { session: StudySession; shown: StudyState }) {
  const { drawings, times } = session.frames
  if (!drawings) return null
  const range = loopRange(shown) ?? { from: 0, to: times.count - 1 }
  const counts = drawings.countsBetween(range.from, range.to + 1)
  const most = Math.max(1, ...Object.values(counts))
  const total = drawings.between(range.from, range.to + 1).length
  return (
    <div className="light-counts">
      <p className="light-row row gap-3 spread">
        <b>{loopRange(shown) ? 'In the loop' : 'In the episode'}</b>
        <span className="muted figures">
          {formatCount(total)} {total === 1 ? 'drawing' : 'drawings'}
        </span>
      </p>
      <ul>
        {timingKinds.map((kind) => (
          <li key={kind}>
            <span>{kind}</span>
            <svg className="light-bar" aria-hidden="true">
              <rect width={`${(100 * counts[kind]) / most}%`} height="7" rx="2" className={`is-${kind}`} />
            </svg>
            <b className="figures">{formatCount(counts[kind])}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

function SaveFrame({ session, shown, video, title, hls, study, commands }: LightTableProps) {
  const hintId = useId()
  const [isSaving, setSaving] = useState(false)

  async function save(): Promise<void> {
    if (!session || !video.current || isSaving) return
    const { times } = session.frames
    const { frame } = shown
    setSaving(true)
    try {
      const name = `${title} ${formatClock(times, frame).replace(':', 'm').replace(' +', 's')}`
      await saveFrame(video.current, { hls, times, frame, name })
      commands.notify('Frame saved')
    } catch {
      commands.notify('The frame could not be saved. Please try again.')
    } finally {
      setSaving(false)
    }
  }

  return (
    <div className="light-save stack">
      <button
        type="button"
        className="button"
        aria-describedby={hintId}
        disabled={!study.framesOpen || !session}
        aria-busy={isSaving}
        onClick={() => void save()}
      >
        <Icon name="download" />
        Save frame
      </button>
      <p id={hintId} className="light-hint">
        {study.framesOpen
          ? `${study.by} allows saving single frames.`
          : 'The creator does not allow saving frames. You can still share a loop.'}
      </p>
    </div>
  )
}
