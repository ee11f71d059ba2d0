import { useId, useState } from 'react'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { Modal } from '#app/ui/modal.tsx'
import { type ActionProblem, actionProblemOf } from './action-problem.ts'
import { deleteEpisode } from './dashboard-api.ts'
import { DeleteForm } from './delete-form.tsx'
import type { TabId } from './tabs.ts'

interface DeleteDialogProps {
  row: OwnRow
  tab: TabId
  onDeleted: (id: string) => void
  onClosed: () => void
}

export function DeleteDialog({ row, tab, onDeleted, onClosed }: DeleteDialogProps) {
  const titleId = useId()
  const [problem, setProblem] = useState<ActionProblem | null>(null)
  const [isDeleting, setDeleting] = useState(false)

  const remove = async (close: () => void) => {
    setDeleting(true)
    setProblem(null)
    try {
      await deleteEpisode(row.id)
      onDeleted(row.id)
      close()
    } catch (thrown) {
      setProblem(actionProblemOf(thrown))
      setDeleting(false)
    }
  }
  return (
    <Modal labelledBy={titleId} size="small" onClosed={onClosed}>
      {(close) => (
        <DeleteForm
          row={row}
          tab={tab}
          titleId={titleId}
          problem={problem}
          isDeleting={isDeleting}
          onDelete={() => void remove(close)}
          cancel={
            <button type="button" className="button" onClick={close}>
              Cancel
            </button>
          }
        />
      )}
    </Modal>
  )
}
