import { useId } from 'react'
import type { SeriesPlace } from '#app/messages/dashboard.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { Modal } from '#app/ui/modal.tsx'
import { DeleteForm } from './delete-form.tsx'
import type { TabId } from './tabs.ts'
import { useDeletion } from './use-deletion.ts'

interface DeleteDialogProps {
  row: OwnRow
  place: SeriesPlace | null
  tab: TabId
  onDeleted: () => void
  onClosed: () => void
}

/** The question before a deletion, as a dialog of its own. */
export function DeleteDialog({ row, place, tab, onDeleted, onClosed }: DeleteDialogProps) {
  const titleId = useId()
  return (
    <Modal labelledBy={titleId} size="small" onClosed={onClosed}>
      {(close) => (
        <Question
          row={row}
          place={place}
          tab={tab}
          titleId={titleId}
          onKept={close}
          onDeleted={() => {
            onDeleted()
            close()
          }}
        />
      )}
    </Modal>
  )
}

interface QuestionProps extends Omit<DeleteDialogProps, 'onClosed'> {
  titleId: string
  onKept: () => void
}

/** A dialog opens with the focus on the first control, which keeps the episode. */
function Question({ row, place, tab, titleId, onKept, onDeleted }: QuestionProps) {
  const { problem, isDeleting, remove } = useDeletion(row.id, onDeleted)
  return (
    <DeleteForm
      row={row}
      place={place}
      tab={tab}
      titleId={titleId}
      problem={problem}
      isDeleting={isDeleting}
      heading="h2"
      onDelete={() => void remove()}
      keep={
        <button type="button" className="button" onClick={onKept}>
          Keep Episode
        </button>
      }
    />
  )
}
