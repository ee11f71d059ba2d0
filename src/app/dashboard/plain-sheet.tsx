import { Link } from 'react-router'
import { Sheet } from '#app/ui/sheet.tsx'
import { DeleteForm } from './delete-form.tsx'
import { EditForm } from './edit-form.tsx'
import { FileSection } from './file-section.tsx'
import type { OwnRow } from './own-row.ts'
import type { PlainAnswer } from './plain-action.server.ts'
import { PosterSection } from './poster-section.tsx'
import { type TabId, tabAddress } from './tabs.ts'

interface PlainSheetProps {
  what: 'edit' | 'delete'
  row: OwnRow
  tab: TabId
  canChoosePoster: boolean
  /** What the last form of this page met. */
  answer: Pick<PlainAnswer, 'intent' | 'typed' | 'problem'> | null
}

/** The two dialogs as pages of their own, for those who have no scripts. */
export function PlainSheet({ what, row, tab, canChoosePoster, answer }: PlainSheetProps) {
  const problemOf = (intent: PlainAnswer['intent']) => (answer?.intent === intent ? answer.problem : null)
  const cancel = (
    <Link className="button" to={tabAddress(tab)}>
      Cancel
    </Link>
  )
  return (
    <Sheet className={`modal-sheet plain-sheet plain-sheet-${what}`}>
      {what === 'edit' ? (
        <>
          <EditForm
            row={row}
            tab={tab}
            titleId="sheet-title"
            typed={answer?.intent === 'edit' ? answer.typed : null}
            problem={problemOf('edit')}
            isSaving={false}
            cancel={cancel}
          />
          {canChoosePoster && <PosterSection row={row} tab={tab} problem={problemOf('poster')} />}
          <FileSection row={row} tab={tab} problem={problemOf('file')} />
        </>
      ) : (
        <DeleteForm
          row={row}
          tab={tab}
          titleId="sheet-title"
          problem={problemOf('delete')}
          isDeleting={false}
          cancel={cancel}
        />
      )}
    </Sheet>
  )
}
