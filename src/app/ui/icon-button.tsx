import { Icon, type IconName } from './icon.tsx'

interface IconButtonProps {
  icon: IconName
  /** Accessible name. */
  name: string
  /** Id of the element it belongs to, if the page has several buttons of this name. */
  describedBy?: string
  className?: string
  onClick: () => void
}

/** A round button with an icon. */
export function IconButton({ icon, name, describedBy, className = '', onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`hole ${className}`.trimEnd()}
      aria-label={name}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
