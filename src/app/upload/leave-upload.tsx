import { LeaveGuard } from '#app/ui/leave-guard.tsx'

/** Confirms leaving during an upload. */
export function LeaveUpload({ isActive, isMultiple }: { isActive: boolean; isMultiple: boolean }) {
  return (
    <LeaveGuard
      isActive={isActive}
      path="/upload"
      question={`Leave while ${isMultiple ? 'your files are' : 'your file is'} uploading?`}
    >
      {({ stay, leave }) => (
        <>
          <p className="delete-text">
            The upload pauses if you leave. Your progress is saved. Come back and choose the same{' '}
            {isMultiple ? 'files' : 'file'} again to continue.
          </p>
          <div className="modal-actions cluster gap-3">
            <button type="button" className="button" onClick={leave}>
              Leave
            </button>
            <button type="button" className="button button-primary" onClick={stay}>
              Stay
            </button>
          </div>
        </>
      )}
    </LeaveGuard>
  )
}
