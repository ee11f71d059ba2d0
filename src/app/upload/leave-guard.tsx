import { useEffect, useId } from 'react'
import { useBlocker } from 'react-router'
import { Modal } from '#app/ui/modal.tsx'

/** Confirms leaving during an upload: with the browser's prompt when the page closes, with a dialog on navigation. */
export function LeaveGuard({ isActive, isMultiple }: { isActive: boolean; isMultiple: boolean }) {
  const titleId = useId()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname,
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
          <h2 id={titleId}>Leave while {isMultiple ? 'your files are' : 'your file is'} uploading?</h2>
          <p className="delete-text">
            The upload pauses if you leave. Your progress is saved. Come back and choose the same{' '}
            {isMultiple ? 'files' : 'file'} again to continue.
          </p>
          <div className="modal-actions">
            <button type="button" className="button" onClick={proceed}>
              Leave
            </button>
            <button type="button" className="button button-primary" onClick={close}>
              Stay
            </button>
          </div>
        </>
      )}
    </Modal>
  )
}
