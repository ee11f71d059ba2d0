import { Icon, type IconName } from './icon.tsx'

interface IconButtonProps {
  icon: IconName
  /** Accessible name. */
  name: string
  /** Id of the element it belongs to, if the page has several buttons of this name. */
  describedBy?: string
  className?: string
  /** Submits its form with this field until scripts run. */
  submit?: { name: string; value: string }
  /** Its name for `useFocusNext`. */
  focusId?: string
  disabled?: boolean
  /** Does nothing and keeps the focus. */
  isInert?: boolean
  onClick: () => void
}

/** A round button with an icon. */
export function IconButton(props: IconButtonProps) {
  const { icon, name, describedBy, className = '', submit, focusId, disabled, isInert, onClick } = props
  return (
    <button
      type={submit ? 'submit' : 'button'}
      {...submit}
      className={`icon-button ${className}`.trimEnd()}
      aria-label={name}
      aria-describedby={describedBy}
      aria-disabled={isInert || undefined}
      disabled={disabled}
      data-focus={focusId}
      onClick={(event) => {
        event.preventDefault()
        if (!isInert) onClick()
      }}
    >
      <Icon name={icon} />
    </button>
  )
}
