import { useId } from 'react'

interface SwitchRowProps {
  name: string
  title: string
  hint: string
  /** Whether it is on at first. */
  isOn: boolean
}

/** A row for one permission: its title, its explanation, and a switch at the end. */
export function SwitchRow({ name, title, hint, isOn }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="switch switch-row">
      <span>
        <label className="check-title" htmlFor={id}>
          {title}
        </label>
        <span className="check-hint" id={`${id}-hint`}>
          {hint}
        </span>
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes natively whether it is checked
        role="switch"
        id={id}
        name={name}
        value="true"
        defaultChecked={isOn}
        aria-describedby={`${id}-hint`}
      />
    </div>
  )
}
