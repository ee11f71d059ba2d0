import { useEffect, useId } from 'react'
import { useBlocker } from 'react-router'
import { Modal } from '#app/ui/modal.tsx'

/** While files go up, leaving asks first: the browser in its own words when the page is closed, a dialog on the way elsewhere. */
export function LeaveGuard({ isOn, isSeveral }: { isOn: boolean; isSeveral: boolean }) {
  const titleId = useId()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOn && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOn])

  if (blocker.state !== 'blocked') return null
  const { proceed, reset } = blocker
  return (
    <Modal labelledBy={titleId} size="small" onClosed={reset}>
      {(close) => (
        <>
          <h2 id={titleId}>Leave while {isSeveral ? 'your files are' : 'your file is'} going up?</h2>
          <p className="delete-words">
            The upload stops when you leave. What has arrived is kept: come back and choose the same{' '}
            {isSeveral ? 'files' : 'file'} again, and it continues.
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
