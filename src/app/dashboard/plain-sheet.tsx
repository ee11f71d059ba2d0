import { Link } from 'react-router'
import { Sheet } from '#app/ui/sheet.tsx'
import { DeleteForm } from './delete-form.tsx'
import { EditForm, type TypedWords } from './edit-form.tsx'
import type { OwnRow } from './own-row.ts'
import type { Problem } from './problems.ts'
import { type TabId, tabAddress } from './tabs.ts'

interface PlainSheetProps {
  what: 'edit' | 'delete'
  row: OwnRow
  tab: TabId
  typed: TypedWords | null
  problem: Problem | null
}

/** The two dialogs as pages of their own, for those who have no scripts. */
export function PlainSheet({ what, row, tab, typed, problem }: PlainSheetProps) {
  const cancel = (
    <Link className="button" to={tabAddress(tab)}>
      Cancel
    </Link>
  )
  return (
    <Sheet className={`modal-sheet plain-sheet plain-sheet-${what}`}>
      {what === 'edit' ? (
        <EditForm
          row={row}
          tab={tab}
          titleId="sheet-title"
          typed={typed}
          problem={problem}
          isSaving={false}
          cancel={cancel}
        />
      ) : (
        <DeleteForm row={row} tab={tab} titleId="sheet-title" problem={problem} isDeleting={false} cancel={cancel} />
      )}
    </Sheet>
  )
}
