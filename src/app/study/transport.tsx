import { useId } from 'react'
import type { ControlProps } from '#app/player/control-props.ts'
import { STUDY_SPEEDS } from '#app/player/player-state.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { StepButton } from './step-button.tsx'
import { clockOf } from './study-clock.ts'
import type { StudySession } from './study-session.ts'
import type { StepSize, StudyState } from './study-state.ts'

const stepSizes: readonly StepSize[] = [1, 2, 3]
const stepNames = { 1: 'one frame', 2: 'two frames', 3: 'three frames' } as const

/** Around the clock: frames and drawings, back and on. */
export function StepPill({ session, shown }: { session: StudySession; shown: StudyState }) {
  const { time, frames } = clockOf(session.frames.times, shown.frame)
  const { step } = shown
  return (
    <div className="step-pill">
      {session.frames.drawings && (
        <StepButton
          session={session}
          name="Back one drawing"
          icon="drawing-back"
          direction={-1}
          shortcut="["
          className="is-drawing"
          onStep={() => session.stepDrawing(-1)}
        />
      )}
      <StepButton
        session={session}
        name={`Back ${stepNames[step]}`}
        icon="step-back"
        direction={-1}
        shortcut=","
        onStep={() => session.step(-step)}
      />
      <span className="step-clock figures" role="timer" aria-label="Frame">
        <b>{time}</b> <em>{frames}</em>
      </span>
      <StepButton
        session={session}
        name={`Forward ${stepNames[step]}`}
        icon="step-on"
        direction={1}
        shortcut="."
        onStep={() => session.step(step)}
      />
      {session.frames.drawings && (
        <StepButton
          session={session}
          name="Forward one drawing"
          icon="drawing-on"
          direction={1}
          shortcut="]"
          className="is-drawing"
          onStep={() => session.stepDrawing(1)}
        />
      )}
    </div>
  )
}

/** How many frames a step goes: as drawings on ones, twos and threes. */
export function StepSizes({ session, shown }: { session: StudySession; shown: StudyState }) {
  return (
    <Choices
      name="Step"
      options={stepSizes.map((step) => ({ value: step, words: `${step}f`, title: stepNames[step] }))}
      chosen={shown.step}
      onChosen={(step) => session.dispatch({ type: 'step', step })}
    />
  )
}

export function Speeds({ state, commands }: ControlProps) {
  return (
    <Choices
      name="Speed"
      options={STUDY_SPEEDS.map((speed) => ({ value: speed, words: String(speed), title: String(speed) }))}
      chosen={state.rate}
      onChosen={commands.setRate}
    />
  )
}

export function PlayButton({ state, commands }: ControlProps) {
  return (
    <IconButton
      className="icon-button-play"
      name={state.isPlaying ? 'Pause' : 'Play'}
      icon={state.isPlaying ? 'pause' : 'play'}
      onClick={commands.togglePlay}
    />
  )
}

interface ChoicesProps<Value> {
  name: string
  options: readonly { value: Value; words: string; title: string }[]
  chosen: Value | number
  onChosen(value: Value): void
}

/** One of a few values, in a row. */
function Choices<Value extends number>({ name, options, chosen, onChosen }: ChoicesProps<Value>) {
  const id = useId()
  return (
    <fieldset className="study-choices row">
      <legend>{name}</legend>
      {options.map(({ value, words, title }) => (
        <label key={value}>
          <input
            type="radio"
            className="visually-hidden"
            name={id}
            aria-label={title}
            checked={value === chosen}
            onChange={() => onChosen(value)}
          />
          <span className="figures">{words}</span>
        </label>
      ))}
    </fieldset>
  )
}
