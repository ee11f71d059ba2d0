import { useId, useState } from 'react'
import { Modal } from '#app/ui/modal.tsx'
import { editEpisode } from './dashboard-api.ts'
import { EditForm, type TypedWords } from './edit-form.tsx'
import { FileSection } from './file-section.tsx'
import type { ListNews } from './own-list.ts'
import type { EpisodeWords, OwnRow } from './own-row.ts'
import { PosterSection } from './poster-section.tsx'
import { type Problem, problemOf } from './problems.ts'
import type { TabId } from './tabs.ts'
import { splitTags } from './tags.ts'
import { usePosterChange } from './use-poster-change.ts'
import type { Replacements } from './use-replacements.ts'

interface EditDialogProps {
  row: OwnRow
  /** The same as the list has it now: what takes effect by itself shows at once. */
  rowNow: OwnRow
  tab: TabId
  canChoosePoster: boolean
  replacements: Replacements
  hear: (news: ListNews) => void
  onSaved: (id: string, words: EpisodeWords) => void
  onClosed: () => void
}

/** 'Edit Episode': saves without a reload, and stays as it is when that fails. */
export function EditDialog({
  row,
  rowNow,
  tab,
  canChoosePoster,
  replacements,
  hear,
  onSaved,
  onClosed,
}: EditDialogProps) {
  const titleId = useId()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isSaving, setSaving] = useState(false)
  const posterChange = usePosterChange(row, hear)

  const save = async (typed: TypedWords, close: () => void) => {
    setSaving(true)
    setProblem(null)
    try {
      onSaved(row.id, await editEpisode(row.id, { ...typed, tags: splitTags(typed.tags) }))
      close()
    } catch (thrown) {
      setProblem(problemOf(thrown))
      setSaving(false)
    }
  }
  return (
    <Modal labelledBy={titleId} size="wide" onClosed={onClosed}>
      {(close) => (
        <>
          <EditForm
            row={row}
            tab={tab}
            titleId={titleId}
            typed={null}
            problem={problem}
            isSaving={isSaving}
            onSave={(typed) => void save(typed, close)}
            cancel={
              <button type="button" className="button" onClick={close}>
                Cancel
              </button>
            }
          />
          {canChoosePoster && <PosterSection row={rowNow} tab={tab} problem={null} change={posterChange} />}
          <FileSection row={rowNow} tab={tab} problem={null} replacements={replacements} />
        </>
      )}
    </Modal>
  )
}
