import type { StudyOptions } from '#app/playback/study-options.ts'
import type { ControlProps } from '#app/player/control-props.ts'
import type { FlashRange } from '#app/player/flash-phase.ts'
import { SeekBar } from '#app/player/seek-bar.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Chapter } from '#catalog/chapters.ts'
import { describeDrawing } from './drawings.ts'
import { LoopBand, LoopControls } from './loop-controls.tsx'
import type { StudySession } from './study-session.ts'
import type { StudyState } from './study-state.ts'
import { Timesheet } from './timesheet.tsx'
import { PlayButton, Speeds, StepPill, StepSizes } from './transport.tsx'
import type { StudyAccess } from './use-study-session.ts'

interface StudyPanelProps extends ControlProps {
  session: StudySession | null
  access: StudyAccess
  /** After a failure. */
  retry(): void
  shown: StudyState
  storyboard: string | null
  chapters: readonly Chapter[]
  flashes: readonly FlashRange[]
  study: StudyOptions
}

/** The panel below the picture: the seek bar, the buttons that move through the video, and the timesheet. */
export function StudyPanel(props: StudyPanelProps) {
  const { session, access, shown, state, commands, study } = props
  const control = { state, commands }
  const steppable = session?.frames.isSteppable ? session : null
  return (
    <section className="study-panel" aria-label="Timesheet">
      <div className="study-seek">
        <SeekBar {...control} storyboard={props.storyboard} chapters={props.chapters} flashes={props.flashes} />
        {session && <LoopBand session={session} shown={shown} />}
      </div>
      <div className="study-transport row cluster">
        <PlayButton {...control} />
        {steppable && <StepPill session={steppable} shown={shown} />}
        {steppable && <StepSizes session={steppable} shown={shown} />}
        <Speeds {...control} />
        {session && <LoopControls session={session} shown={shown} study={study} commands={commands} />}
      </div>
      {session?.frames.drawings && <Timesheet session={session} shown={shown} isPlaying={state.isPlaying} />}
      <ReadOut session={session} access={access} shown={shown} retry={props.retry} />
    </section>
  )
}

function ReadOut({ session, access, shown, retry }: Pick<StudyPanelProps, 'session' | 'access' | 'shown' | 'retry'>) {
  if (access === 'loading') return <p className="study-note muted">Reading the timesheet...</p>
  if (access === 'awaited')
    return (
      <p className="study-note muted" role="status">
        The frames of this episode are still being analyzed. You can step through them as soon as that is done.
      </p>
    )
  if (access === 'failed')
    return (
      <p className="study-note muted" role="alert">
        The timesheet could not be loaded. Check your connection and try again.{' '}
        <button type="button" className="button button-small" onClick={retry}>
          Try Again
        </button>
      </p>
    )
  if (!session) return null
  const { drawings, times, cuts, isSteppable } = session.frames
  if (!isSteppable)
    return (
      <div className="study-note muted">
        <p className="study-badge inline-row small">
          <Icon name="info" />
          No constant frame rate
        </p>
        <p>
          This file has no usable frame timing, so you cannot step frame by frame. Speed, loop, flip and grid still
          work.
        </p>
      </div>
    )
  if (!drawings)
    return (
      <p className="study-note muted">
        The drawings of this episode have not been analyzed yet. You can still step through frames.
      </p>
    )
  const { rate } = times
  const { title, words } = describeDrawing(drawings.at(shown.frame), rate ? rate.numerator / rate.denominator : null)
  return (
    <div className="study-read cluster muted">
      <p className="study-timing">{title}</p>
      <p>{words}</p>
      <p className="study-legend row" aria-hidden="true">
        <i className="is-drawing" /> new drawing
        <i className="is-held" /> held
        {cuts.length > 0 && (
          <>
            <i className="is-cut" /> cut
          </>
        )}
      </p>
    </div>
  )
}
