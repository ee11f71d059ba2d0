import { useId, useState } from 'react'
import type { SeriesPlace } from '#app/messages/dashboard.ts'
import type { EditedEpisode, OwnRow } from '#app/own-episodes/own-row.ts'
import { Modal } from '#app/ui/modal.tsx'
import { type ActionProblem, actionProblemOf } from './action-problem.ts'
import { type EpisodeEdit, editEpisode } from './dashboard-api.ts'
import { DeleteSection } from './delete-section.tsx'
import { EditForm } from './edit-form.tsx'
import { FileSection } from './file-section.tsx'
import type { RowEvent } from './own-list.ts'
import { PageSections } from './page-sections.tsx'
import { PosterSection } from './poster-section.tsx'
import type { SeriesChoice } from './series-field.tsx'
import type { TabId } from './tabs.ts'
import { usePosterChange } from './use-poster-change.ts'
import type { Replacements } from './use-replacements.ts'

interface EditDialogProps {
  row: OwnRow
  /** The row's current state in the list: changes that apply without saving show immediately. */
  currentRow: OwnRow
  /** Null outside any series. */
  place: SeriesPlace | null
  /** All own series. */
  series: SeriesChoice[]
  tab: TabId
  canChoosePoster: boolean
  replacements: Replacements
  onEvent: (event: RowEvent) => void
  onSaved: (row: OwnRow, edited: EditedEpisode) => void
  onDeleted: () => void
  onClosed: () => void
}

/** 'Edit Episode': saves without a reload, and stays open when saving fails. */
export function EditDialog({
  row,
  currentRow,
  place,
  series,
  tab,
  canChoosePoster,
  replacements,
  onEvent,
  onSaved,
  onDeleted,
  onClosed,
}: EditDialogProps) {
  const titleId = useId()
  const [problem, setProblem] = useState<ActionProblem | null>(null)
  const [isSaving, setSaving] = useState(false)
  const posterChange = usePosterChange(row, onEvent)

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
    <Modal labelledBy={titleId} size="wide" onClosed={onClosed}>
      {(close) => (
        <>
          <EditForm
            row={row}
            series={series}
            tab={tab}
            titleId={titleId}
            initialValues={null}
            shownChoices={null}
            problem={problem}
            isSaving={isSaving}
            onSave={(changes) => void save(changes, close)}
            cancel={
              <button type="button" className="button" onClick={close}>
                Cancel
              </button>
            }
          />
          {canChoosePoster && <PosterSection row={currentRow} tab={tab} problem={null} change={posterChange} />}
          <PageSections row={currentRow} />
          <FileSection row={currentRow} tab={tab} problem={null} replacements={replacements} />
          <DeleteSection
            row={currentRow}
            place={place}
            tab={tab}
            onDeleted={() => {
              onDeleted()
              close()
            }}
          />
        </>
      )}
    </Modal>
  )
}
