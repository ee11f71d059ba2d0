import type { ActionProblem } from '#app/dashboard/action-problem.ts'
import type { NoScriptFailure } from '#app/dashboard/no-script-action.server.ts'
import type { EditTab } from '#app/own-episodes/edit-address.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { creditsField, type FormField, fieldOf, thumbnailField } from './changed-fields.ts'
import { CreditsTab, PlainCreditsTab } from './credits-tab.tsx'
import { DeleteSection } from './delete-section.tsx'
import { FileSection } from './file-section.tsx'
import type { EditedData } from './load-edited.server.ts'
import { SubtitlesTab } from './subtitles-tab.tsx'
import { ThumbnailTab } from './thumbnail-tab.tsx'
import type { Credits } from './use-credits.ts'
import type { Replacements } from './use-replacements.ts'
import type { Thumbnail } from './use-thumbnail.ts'

interface OtherTabProps {
  tab: EditTab
  row: OwnRow
  loaded: EditedData
  /** The failure of a form sent without scripts. */
  failure: NoScriptFailure | null
  thumbnail: Thumbnail
  credits: Credits
  /** Why the bar could not save. */
  problem: ActionProblem | null
  /** Absent until scripts run. */
  live: { replacements: Replacements; onSave: () => void; onDeleted: () => void } | null
}

/** The tabs that have no part in the form of the page. */
export function OtherTab({ tab, row, loaded, failure, thumbnail, credits, problem, live }: OtherTabProps) {
  const problemOf = (intent: NoScriptFailure['intent']): ActionProblem | null =>
    failure?.intent === intent ? failure.problem : null
  return (
    <>
      <PaperCard className="edit-sheet">
        {tab === 'thumbnail' && loaded.canChoosePoster && (
          <ThumbnailTab
            row={row}
            frameRate={loaded.file.frameRate}
            hls={loaded.file.hls}
            thumbnail={thumbnail}
            problem={problemWith(thumbnailField, problem) ?? problemOf('poster')}
            isPlain={live === null}
          />
        )}
        {tab === 'thumbnail' && !loaded.canChoosePoster && (
          <p className="edit-none">The video host chooses the thumbnail of this episode.</p>
        )}
        {tab === 'subtitles' && <SubtitlesTab id={row.id} texts={loaded.texts} />}
        {tab === 'credits' && live === null && <PlainCreditsTab id={row.id} stored={loaded.credits} />}
        {tab === 'credits' && live !== null && (
          <CreditsTab
            stored={loaded.credits}
            suggestions={loaded.suggestions}
            credits={credits}
            problem={problemWith(creditsField, problem)}
            onSave={live.onSave}
          />
        )}
        {tab === 'file' && (
          <FileSection
            row={row}
            file={loaded.file}
            problem={problemOf('file')}
            {...(live && { replacements: live.replacements })}
          />
        )}
        {(tab === 'subtitles' || tab === 'file') && (
          <p className="edit-at-once">Changes here take effect immediately.</p>
        )}
      </PaperCard>
      {tab === 'file' && <DeleteSection row={row} place={loaded.place} {...(live && { onDeleted: live.onDeleted })} />}
    </>
  )
}

function problemWith(field: FormField, problem: ActionProblem | null): ActionProblem | null {
  return fieldOf(problem?.field ?? null) === field ? problem : null
}
