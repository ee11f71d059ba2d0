import type { FormEvent, ReactNode } from 'react'
import { DELETE_FAILED } from '#app/messages/failures.ts'
import { type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import type { ActionProblem } from './action-problem.ts'
import type { TabId } from './tabs.ts'

interface DeleteFormProps {
  row: OwnRow
  tab: TabId
  titleId: string
  problem: ActionProblem | null
  isDeleting: boolean
  /** Absent on a page without scripts, where the browser submits the form. */
  onDelete?: () => void
  /** 'Cancel': a link on a page, a button in a dialog. */
  cancel: ReactNode
}

/** Asks for confirmation: a deletion cannot be undone. */
export function DeleteForm({ row, tab, titleId, problem, isDeleting, onDelete, cancel }: DeleteFormProps) {
  const handleSubmit = (event: FormEvent) => {
    if (!onDelete) return
    event.preventDefault()
    if (!isDeleting) onDelete()
  }
  return (
    <form method="post" action={`/dashboard?tab=${tab}&delete=${row.id}`} onSubmit={handleSubmit}>
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="id" value={row.id} />
      <h2 id={titleId}>Delete Episode</h2>
      <p className="delete-text">
        <b>{titleOf(row)}</b> and its video will be permanently deleted, with all views, likes and comments.
      </p>
      {problem && (
        <>
          <ErrorMessage>{DELETE_FAILED}</ErrorMessage>
          {problem.detail && <p className="modal-detail">{problem.detail}</p>}
        </>
      )}
      <div className="modal-actions">
        {cancel}
        <button type="submit" className="button button-danger" aria-disabled={isDeleting || undefined}>
          Delete Episode
        </button>
      </div>
    </form>
  )
}
