import { useEffect, useId } from 'react'
import { useBlocker } from 'react-router'
import { Modal } from '#app/ui/modal.tsx'
import type { FormField } from './changed-fields.ts'

interface LeaveGuardProps {
  /** The page, whose tabs can be changed freely. */
  path: string
  title: string
  unsaved: readonly FormField[]
  /** @returns whether everything is saved */
  onSave: () => Promise<boolean>
}

/** Asks before unsaved changes are lost: with the browser's prompt when the page closes, with a dialog on navigation. */
export function LeaveGuard({ path, title, unsaved, onSave }: LeaveGuardProps) {
  const titleId = useId()
  const isActive = unsaved.length > 0
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
  const saveAndLeave = async () => {
    if (await onSave()) proceed()
    else reset()
  }
  const count = unsaved.length === 1 ? '1 change' : `${unsaved.length} changes`
  return (
    <Modal labelledBy={titleId} size="small" onClosed={reset}>
      {(close) => (
        <>
          <h2 id={titleId}>Leave without saving?</h2>
          <p className="delete-text">
            {count} to {title} {unsaved.length === 1 ? 'is' : 'are'} not saved:{' '}
            {unsaved.map(({ name }) => name).join(', ')}.
          </p>
          <div className="modal-actions leave-actions">
            {/* First, so that the dialog opens with the focus on it. */}
            <button type="button" className="button" onClick={close}>
              Stay
            </button>
            <button type="button" className="button button-primary" onClick={() => void saveAndLeave()}>
              Save and Leave
            </button>
            <button type="button" className="button button-danger" onClick={proceed}>
              Discard and Leave
            </button>
          </div>
        </>
      )}
    </Modal>
  )
}
