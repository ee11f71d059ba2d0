import { useId } from 'react'
import { LeaveGuard } from '#app/ui/leave-guard.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { FormField } from './changed-fields.ts'

interface LeaveUnsavedProps {
  /** The page, whose tabs can be changed freely. */
  path: string
  title: string
  unsaved: readonly FormField[]
  /** @returns whether everything is saved */
  onSave: () => Promise<boolean>
}

/** Asks before the page is left with unsaved changes. */
export function LeaveUnsaved({ path, title, unsaved, onSave }: LeaveUnsavedProps) {
  return (
    <LeaveGuard isActive={unsaved.length > 0} path={path} question="Leave without saving?">
      {({ stay, leave }) => (
        <>
          <p className="delete-text">
            {countText(unsaved)} to {title} {unsaved.length === 1 ? 'is' : 'are'} not saved: {namesText(unsaved)}.
          </p>
          <div className="modal-actions cluster gap-3 leave-actions">
            {/* First, so that the dialog opens with the focus on it. */}
            <button type="button" className="button" onClick={stay}>
              Stay
            </button>
            <button
              type="button"
              className="button button-primary"
              onClick={() => void onSave().then((isSaved) => (isSaved ? leave() : stay()))}
            >
              Save and Leave
            </button>
            <button type="button" className="button button-danger" onClick={leave}>
              Discard and Leave
            </button>
          </div>
        </>
      )}
    </LeaveGuard>
  )
}

interface DiscardQuestionProps {
  unsaved: readonly FormField[]
  onDiscard: () => void
  onClosed: () => void
}

/** Asks before several changes are discarded. */
export function DiscardQuestion({ unsaved, onDiscard, onClosed }: DiscardQuestionProps) {
  const titleId = useId()
  return (
    <Modal labelledBy={titleId} size="small" onClosed={onClosed}>
      {(close) => (
        <>
          <h2 id={titleId}>Discard {countText(unsaved)}?</h2>
          <p className="delete-text">The stored values come back: {namesText(unsaved)}.</p>
          <div className="modal-actions cluster gap-3 leave-actions">
            <button type="button" className="button" onClick={close}>
              Keep Editing
            </button>
            <button
              type="button"
              className="button button-danger"
              onClick={() => {
                onDiscard()
                close()
              }}
            >
              Discard
            </button>
          </div>
        </>
      )}
    </Modal>
  )
}

function countText(unsaved: readonly FormField[]): string {
  return unsaved.length === 1 ? '1 change' : `${unsaved.length} changes`
}

function namesText(unsaved: readonly FormField[]): string {
  return unsaved.map(({ name }) => name).join(', ')
}
