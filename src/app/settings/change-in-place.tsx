import type { ReactNode } from 'react'

interface ChangeInPlaceProps {
  /** What there is now, on one line. */
  now: ReactNode
  /** Name of the control that opens the fields. */
  change: string
  /** Whether the fields are open because something in them was refused. */
  isOpen: boolean
  children: ReactNode
}

/** One line at rest, whose fields open below it. It needs no scripts. */
export function ChangeInPlace({ now, change, isOpen, children }: ChangeInPlaceProps) {
  return (
    <div className="settings-change row cluster spread">
      <div>{now}</div>
      <details open={isOpen}>
        <summary className="button button-small">
          <span className="settings-change-open">{change}</span>
          <span className="settings-change-close">Cancel</span>
        </summary>
        {children}
      </details>
    </div>
  )
}
