import { useId, useState } from 'react'
import type { EditedEpisode, OwnRow } from '#app/own-episodes/own-row.ts'
import { Modal } from '#app/ui/modal.tsx'
import { type ActionProblem, actionProblemOf } from './action-problem.ts'
import { type EpisodeEdit, editEpisode } from './dashboard-api.ts'
import { EditForm } from './edit-form.tsx'
import type { TabId } from './tabs.ts'

interface EditDialogProps {
  row: OwnRow
  tab: TabId
  onSaved: (row: OwnRow, edited: EditedEpisode) => void
  onClosed: () => void
}

/** 'Edit Episode': saves without a reload, and stays open when saving fails. */
export function EditDialog({ row, tab, onSaved, onClosed }: EditDialogProps) {
  const titleId = useId()
  const [problem, setProblem] = useState<ActionProblem | null>(null)
  const [isSaving, setSaving] = useState(false)

  const save = async (changes: EpisodeEdit, close: () => void) => {
    setSaving(true)
    setProblem(null)
    try {
      onSaved(row, await editEpisode(row.id, changes))
      close()
    } catch (thrown) {
      setProblem(actionProblemOf(thrown))
      setSaving(false)
    }
  }
  return (
    <Modal labelledBy={titleId} size="medium" onClosed={onClosed}>
      {(close) => (
        <EditForm
          row={row}
          tab={tab}
          titleId={titleId}
          initialValues={null}
          problem={problem}
          isSaving={isSaving}
          onSave={(changes) => void save(changes, close)}
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
