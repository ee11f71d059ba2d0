import type { ActionProblem } from '#app/dashboard/action-problem.ts'
import type { NoScriptFailure } from '#app/dashboard/no-script-action.server.ts'
import type { EditTab } from '#app/own-episodes/edit-address.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { CreditsTab } from './credits-tab.tsx'
import { DeleteSection } from './delete-section.tsx'
import { FileSection } from './file-section.tsx'
import type { EditedData } from './load-edited.server.ts'
import { type PosterChange, PosterSection } from './poster-section.tsx'
import { SubtitlesTab } from './subtitles-tab.tsx'
import type { Replacements } from './use-replacements.ts'

interface OtherTabProps {
  tab: EditTab
  row: OwnRow
  loaded: EditedData
  /** The failure of a form sent without scripts. */
  failure: NoScriptFailure | null
  /** Absent until scripts run. */
  live: { posterChange: PosterChange; replacements: Replacements; onDeleted: () => void } | null
}

/** The tabs on which changes take effect at once. */
export function OtherTab({ tab, row, loaded, failure, live }: OtherTabProps) {
  const problemOf = (intent: NoScriptFailure['intent']): ActionProblem | null =>
    failure?.intent === intent ? failure.problem : null
  return (
    <>
      <PaperCard className="edit-sheet">
        {tab === 'thumbnail' && loaded.canChoosePoster && (
          <PosterSection row={row} problem={problemOf('poster')} {...(live && { change: live.posterChange })} />
        )}
        {tab === 'thumbnail' && !loaded.canChoosePoster && (
          <p className="edit-none">The video host chooses the thumbnail of this episode.</p>
        )}
        {tab === 'subtitles' && <SubtitlesTab id={row.id} texts={loaded.texts} />}
        {tab === 'credits' && <CreditsTab id={row.id} credits={loaded.credits} />}
        {tab === 'file' && (
          <FileSection row={row} problem={problemOf('file')} {...(live && { replacements: live.replacements })} />
        )}
        <p className="edit-at-once">Changes here take effect immediately.</p>
      </PaperCard>
      {tab === 'file' && <DeleteSection row={row} place={loaded.place} {...(live && { onDeleted: live.onDeleted })} />}
    </>
  )
}
