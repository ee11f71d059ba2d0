import type { FormEvent, ReactNode } from 'react'
import { Message } from '#app/ui/field.tsx'
import { type OwnRow, titleOf } from './own-row.ts'
import { DELETE_FAILED, type Problem } from './problems.ts'
import type { TabId } from './tabs.ts'

interface DeleteFormProps {
  row: OwnRow
  tab: TabId
  titleId: string
  problem: Problem | null
  isDeleting: boolean
  /** Absent where the form goes to the server by itself. */
  onDelete?: () => void
  /** 'Cancel': a link on a page, a button in a dialog. */
  cancel: ReactNode
}

/** Asks once more: what is deleted does not come back. */
export function DeleteForm({ row, tab, titleId, problem, isDeleting, onDelete, cancel }: DeleteFormProps) {
  const remove = (event: FormEvent) => {
    if (!onDelete) return
    event.preventDefault()
    if (!isDeleting) onDelete()
  }
  return (
    <form method="post" action={`/dashboard?tab=${tab}&delete=${row.id}`} onSubmit={remove}>
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="id" value={row.id} />
      <h2 id={titleId}>Delete Episode</h2>
      <p className="delete-words">
        <b>{titleOf(row)}</b> and its video are removed for good, with all views, likes and comments.
      </p>
      {problem && (
        <>
          <Message>{DELETE_FAILED}</Message>
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
