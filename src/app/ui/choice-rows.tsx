import type { ReactNode } from 'react'

/** One choice: a title, and a line that explains it. */
export interface Choice {
  value: string
  title: string
  hint: string
  /** Shown at the end of the row. */
  end?: ReactNode
}

interface ChoiceRowsProps {
  legend: string
  name: string
  choices: readonly Choice[]
  /** Two columns where there is space. */
  isWide?: boolean
  /** Controlled, with `onChoose`; otherwise `initial` is checked at first. */
  chosen?: string
  onChoose?: (value: string) => void
  initial?: string | undefined
  describedBy?: string | undefined
}

/** A choice of one among several, as rows with a radio button. */
export function ChoiceRows(props: ChoiceRowsProps) {
  const { legend, name, choices, isWide = false, chosen, onChoose, initial, describedBy } = props
  return (
    <fieldset className="field choice-rows" aria-describedby={describedBy}>
      <legend>{legend}</legend>
      <div className={`choice-list stack ${isWide ? 'is-wide' : ''}`}>
        {choices.map(({ value, title, hint, end }) => (
          <label key={value} className="choice-row">
            <input
              type="radio"
              name={name}
              value={value}
              required
              {...(onChoose
                ? { checked: chosen === value, onChange: () => onChoose(value) }
                : { defaultChecked: initial === value })}
            />
            <span>
              <b>{title}</b>
              <span className="choice-hint">{hint}</span>
            </span>
            {end}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
