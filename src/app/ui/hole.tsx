import { Icon, type IconName } from './icon.tsx'

interface HoleProps {
  icon: IconName
  /** What it does, for those who do not see the icon. */
  name: string
  /** Id of what it belongs to, where several of its name stand in the page. */
  describedBy?: string
  look?: string
  onClick: () => void
}

/** An icon button: a hole of the peg bar. */
export function Hole({ icon, name, describedBy, look = '', onClick }: HoleProps) {
  return (
    <button
      type="button"
      className={`hole ${look}`.trimEnd()}
      aria-label={name}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
