import type { SeriesPlace } from '#app/messages/dashboard.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { DeleteForm } from './delete-form.tsx'
import { EditForm } from './edit-form.tsx'
import type { NoScriptFailure } from './no-script-action.server.ts'
import { type TabId, tabUrl } from './tabs.ts'

interface NoScriptDialogProps {
  kind: 'edit' | 'delete'
  row: OwnRow
  /** Null outside any series. */
  place: SeriesPlace | null
  tab: TabId
  /** The failure of this page's last form. */
  failure: Pick<NoScriptFailure, 'intent' | 'typed' | 'problem'> | null
}

/** The two dialogs as separate pages, for browsers without scripts. */
export function NoScriptDialog({ kind, row, place, tab, failure }: NoScriptDialogProps) {
  const problemOf = (intent: NoScriptFailure['intent']) => (failure?.intent === intent ? failure.problem : null)
  const back = (name: string) => (
    <Link className="button" to={tabUrl(tab)}>
      {name}
    </Link>
  )
  return (
    <PaperCard className={`modal-card no-script-dialog no-script-dialog-${kind}`}>
      {kind === 'edit' ? (
        <EditForm
          row={row}
          tab={tab}
          titleId="sheet-title"
          initialValues={failure?.intent === 'edit' ? failure.typed : null}
          problem={problemOf('edit')}
          isSaving={false}
          cancel={back('Cancel')}
        />
      ) : (
        <DeleteForm
          row={row}
          place={place}
          tab={tab}
          titleId="sheet-title"
          problem={problemOf('delete')}
          isDeleting={false}
          keep={back('Keep Episode')}
        />
      )}
    </PaperCard>
  )
}
