import type { SeriesPlace } from '#app/messages/dashboard.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { DeleteForm } from './delete-form.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EditForm } from './edit-form.tsx'
import { FileSection } from './file-section.tsx'
import type { NoScriptFailure } from './no-script-action.server.ts'
import { PageSections } from './page-sections.tsx'
import { PosterSection } from './poster-section.tsx'
import type { SeriesChoice } from './series-field.tsx'
import { type TabId, tabUrl } from './tabs.ts'

interface NoScriptDialogProps {
  kind: 'edit' | 'delete'
  row: OwnRow
  /** Null outside any series. */
  place: SeriesPlace | null
  /** All own series. */
  series: SeriesChoice[]
  tab: TabId
  canChoosePoster: boolean
  /** The failure of this page's last form. */
  failure: Pick<NoScriptFailure, 'intent' | 'typed' | 'shown' | 'problem'> | null
}

/** The two dialogs as separate pages, for browsers without scripts. */
export function NoScriptDialog({ kind, row, place, series, tab, canChoosePoster, failure }: NoScriptDialogProps) {
  const problemOf = (intent: NoScriptFailure['intent']) => (failure?.intent === intent ? failure.problem : null)
  const back = (name: string) => (
    <Link className="button" to={tabUrl(tab)}>
      {name}
    </Link>
  )
  return (
    <PaperCard className={`modal-card no-script-dialog no-script-dialog-${kind}`}>
      {kind === 'edit' ? (
        <>
          <EditForm
            row={row}
            series={series}
            tab={tab}
            titleId="sheet-title"
            initialValues={failure?.intent === 'edit' ? failure.typed : null}
            shownChoices={failure?.intent === 'edit' ? failure.shown : null}
            problem={problemOf('edit')}
            isSaving={false}
            cancel={back('Cancel')}
          />
          {canChoosePoster && <PosterSection row={row} tab={tab} problem={problemOf('poster')} />}
          <PageSections row={row} />
          <FileSection row={row} tab={tab} problem={problemOf('file')} />
          <DeleteSection row={row} place={place} tab={tab} />
        </>
      ) : (
        <DeleteForm
          row={row}
          place={place}
          heading="h2"
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
