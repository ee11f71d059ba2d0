import { type PointerEvent, useEffect, useRef } from 'react'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import type { StudySession } from './study-session.ts'

interface StepButtonProps {
  session: StudySession
  name: string
  icon: IconName
  direction: -1 | 1
  shortcut: string
  className?: string
  onStep(): void
}

/** Held for longer than this, a button runs. */
const HOLD_MS = 250

/** Steps once, or runs through the drawings while it is held. */
export function StepButton({ session, name, icon, direction, shortcut, className = '', onStep }: StepButtonProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasRun = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  function start({ button, currentTarget, pointerId }: PointerEvent<HTMLButtonElement>): void {
    if (button !== 0) return
    hasRun.current = false
    currentTarget.setPointerCapture(pointerId)
    timer.current = setTimeout(() => {
      hasRun.current = true
      session.run(direction)
    }, HOLD_MS)
  }

  function end(): void {
    clearTimeout(timer.current)
    session.stopRun()
  }

  return (
    <button
      type="button"
      className={`icon-button study-step ${className}`}
      aria-label={name}
      aria-keyshortcuts={shortcut}
      onPointerDown={start}
      onPointerUp={end}
      onPointerCancel={end}
      onLostPointerCapture={end}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!hasRun.current) onStep()
        hasRun.current = false
      }}
    >
      <Icon name={icon} />
    </button>
  )
}
