import { type KeyboardEvent, useId } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { type FormulaName, formulas } from './formulas.ts'

const closeOnEscape = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key === 'Escape') event.currentTarget.blur()
}

/** A button that shows how a figure is counted, on hover and on focus. */
export function FormulaTip({ of }: { of: FormulaName }) {
  const id = useId()
  const { name, formula, note } = formulas[of]
  return (
    <span className="formula">
      <button
        type="button"
        className="formula-button middle muted"
        aria-label={`How ${name} is counted`}
        aria-describedby={id}
        onKeyDown={closeOnEscape}
      >
        <Icon name="info" />
      </button>
      <span className="formula-tip stack small" role="tooltip" id={id}>
        <b>{name}</b>
        <span className="formula-text">{formula}</span>
        {note}
      </span>
    </span>
  )
}
