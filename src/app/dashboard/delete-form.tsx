import type { FormEvent, ReactNode } from 'react'
import { deletionText, type SeriesPlace } from '#app/messages/dashboard.ts'
import { DELETE_FAILED } from '#app/messages/failures.ts'
import { type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import type { ActionProblem } from './action-problem.ts'
import type { TabId } from './tabs.ts'

interface DeleteFormProps {
  row: OwnRow
  /** Null outside any series. */
  place: SeriesPlace | null
  tab: TabId
  titleId: string
  problem: ActionProblem | null
  isDeleting: boolean
  /** Absent on a page without scripts, where the browser submits the form. */
  onDelete?: () => void
  /** 'Keep Episode': a link on a page, a button in a dialog. */
  keep: ReactNode
}

/** Names the consequences of the deletion, and asks: it cannot be undone. */
export function DeleteForm(props: DeleteFormProps) {
  const { row, place, tab, titleId, problem, isDeleting, onDelete, keep } = props
  const handleSubmit = (event: FormEvent) => {
    if (!onDelete) return
    event.preventDefault()
    if (!isDeleting) onDelete()
  }
  return (
    <form
      className="delete-form"
      method="post"
      action={`/dashboard?tab=${tab}&delete=${row.id}`}
      onSubmit={handleSubmit}
    >
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="id" value={row.id} />
      <h2 id={titleId}>Delete {titleOf(row)}?</h2>
      <p className="delete-text">{deletionText(row, place)}</p>
      {problem && (
        <>
          <ErrorMessage>{DELETE_FAILED}</ErrorMessage>
          {problem.detail && <p className="modal-detail">{problem.detail}</p>}
        </>
      )}
      <div className="modal-actions cluster gap-3">
        {keep}
        <button type="submit" className="button button-danger" aria-disabled={isDeleting || undefined}>
          Delete Permanently
        </button>
      </div>
    </form>
  )
}
