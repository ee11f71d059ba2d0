import { type ReactNode, useEffect, useId } from 'react'
import { useBlocker } from 'react-router'
import { Modal } from './modal.tsx'

interface LeaveGuardProps {
  /** Whether something would be lost. */
  isActive: boolean
  /** The page; whatever is below it belongs to it. */
  path: string
  question: string
  /** What would be lost, and the buttons that answer. The first button has the focus. */
  children: (answers: { stay: () => void; leave: () => void }) => ReactNode
}

/** Asks before something is lost: with the browser's prompt when the page closes, with a dialog on navigation. */
export function LeaveGuard({ isActive, path, question, children }: LeaveGuardProps) {
  const titleId = useId()
  const blocker = useBlocker(
    ({ nextLocation: { pathname } }) => isActive && pathname !== path && !pathname.startsWith(`${path}/`),
  )
  useEffect(() => {
    if (!isActive) return
    const handleBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', handleBeforeUnload)
    return () => window.removeEventListener('beforeunload', handleBeforeUnload)
  }, [isActive])

  if (blocker.state !== 'blocked') return null
  const { proceed, reset } = blocker
  return (
    <Modal labelledBy={titleId} size="small" onClosed={reset}>
      {(close) => (
        <>
          <h2 id={titleId}>{question}</h2>
          {children({ stay: close, leave: proceed })}
        </>
      )}
    </Modal>
  )
}
