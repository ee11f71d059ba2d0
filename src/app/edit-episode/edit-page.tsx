import { useEffect, useId, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { choicesOf, valuesOf } from '#app/dashboard/edit-changes.ts'
import type { NoScriptFailure } from '#app/dashboard/no-script-action.server.ts'
import { unloadedList } from '#app/dashboard/own-list.ts'
import { useOwnList } from '#app/dashboard/use-own-list.ts'
import { splitTags } from '#app/episodes/tags.ts'
import { EDIT_FAILED } from '#app/messages/failures.ts'
import { type EditTab, editAddress } from '#app/own-episodes/edit-address.ts'
import { blankRow, type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { ErrorMessage, SuccessMessage } from '#app/ui/field.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { pickMetadata } from '#catalog/episode-metadata.ts'
import { fieldOf } from './changed-fields.ts'
import { DetailsTab } from './details-tab.tsx'
import { EditHead } from './edit-head.tsx'
import { EditTabList, type TabMark } from './edit-tab-list.tsx'
import type { EditedData } from './load-edited.server.ts'
import { OtherTab } from './other-tab.tsx'
import { shownOn, typedOn } from './refused-form.ts'
import { SaveBar } from './save-bar.tsx'
import { SharingTab } from './sharing-tab.tsx'
import { LeaveUnsaved } from './unsaved-questions.tsx'
import { useCredits } from './use-credits.ts'
import { useEdited } from './use-edited.ts'
import { EDIT_PANEL_ID, useFieldFocus } from './use-field-focus.ts'
import { useReplacements } from './use-replacements.ts'
import { useSaveKey } from './use-save-key.ts'
import { useThumbnail } from './use-thumbnail.ts'
import { ViewerPreview } from './viewer-preview.tsx'

interface EditPageProps {
  id: string
  tab: EditTab
  /** Null once the session has ended. */
  loaded: EditedData | null
  /** Whether a form sent without scripts was saved. */
  isSaved: boolean
  /** The failure of a form sent without scripts. */
  failure: NoScriptFailure | null
}

/** 'Edit Episode' as a page: one form over two tabs, which is saved with the bar, and tabs that take effect at once. */
export function EditPage({ id, tab, loaded, isSaved, failure }: EditPageProps) {
  const formId = useId()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const isHydrated = useHydrated()
  const [isGone, setGone] = useState(false)
  const refusedEdit = failure?.intent === 'edit' ? failure : null
  const loadedRow = loaded?.list.rows[0] ?? rowTyped(id, refusedEdit)
  const { rows, applyEvent } = useOwnList(loaded?.list ?? unloadedList)
  const row = rows.find((each) => each.id === id) ?? loadedRow
  const thumbnail = useThumbnail(row, loaded?.file.frameRate ?? null, applyEvent)
  const credits = useCredits(id, loaded?.credits ?? [], () => void revalidate())
  const edited = useEdited({
    row: loadedRow,
    refusedValues: refusedEdit && { ...valuesOf(loadedRow), ...typedOn(tab, refusedEdit.typed) },
    refused: refusedEdit?.problem ?? null,
    parts: [thumbnail, credits],
    onSaved(metadata) {
      applyEvent({ type: 'edited', id, metadata })
      const isMoved = metadata.seriesId !== row.seriesId || metadata.seriesNumber !== row.seriesNumber
      // Loads the parts of the series again.
      if (isMoved) void revalidate()
    },
  })
  const { base, form, filling, typed, unsaved, problem } = edited
  const replacements = useReplacements()
  const goTo = useFieldFocus(id, tab)
  const faultyField = fieldOf(problem?.field ?? null)
  const save = async () => {
    const found = await edited.save()
    const field = fieldOf(found?.field ?? null)
    if (field) goTo(field)
    return found === null
  }
  useSaveKey(() => void save())
  // Once it is gone nothing is unsaved, so that the page can be left.
  useEffect(() => {
    if (isGone) void navigate('/dashboard?tab=content')
  }, [isGone, navigate])

  // Until scripts run, the browser sends the fields of the open tab only.
  const isPlain = !isHydrated || loaded === null
  const panelOf = (each: EditTab) => ({ hidden: tab !== each, disabled: isPlain && tab !== each })
  const markOf = (each: EditTab): TabMark => {
    if (problem !== null && faultyField?.tab === each) return 'wrong'
    return unsaved.some((field) => field.tab === each) ? 'unsaved' : null
  }
  const shown = { ...choicesOf(base), ...(refusedEdit && shownOn(tab, refusedEdit.shown)) }
  const isForm = tab === 'details' || tab === 'sharing'
  const formProps = { values: filling.values, shown, problem }
  return (
    <div className="wrap page edit-page">
      <EditHead row={row} />
      <EditTabList
        id={id}
        chosen={tab}
        markOf={markOf}
        counts={{ subtitles: loaded?.texts.length ?? 0, credits: loaded?.credits.length ?? 0 }}
      />
      <div id={EDIT_PANEL_ID} role="tabpanel" aria-labelledby={`edit-tab-${tab}`} tabIndex={-1}>
        <div className={tab === 'details' ? 'edit-layout' : undefined} hidden={!isForm}>
          <form
            ref={form}
            id={formId}
            method="post"
            action={editAddress(id, tab)}
            noValidate
            onChange={edited.read}
            onSubmit={(event) => {
              if (loaded === null) return
              event.preventDefault()
              void save()
            }}
          >
            <input type="hidden" name="intent" value="edit" />
            <input type="hidden" name="id" value={id} />
            <PaperCard className="edit-sheet" key={filling.version}>
              {isSaved && <SuccessMessage>Saved.</SuccessMessage>}
              {isPlain && problem && (
                <>
                  <ErrorMessage>{EDIT_FAILED}</ErrorMessage>
                  {problem.field === null && problem.detail && <p className="modal-detail">{problem.detail}</p>}
                </>
              )}
              <fieldset role="presentation" {...panelOf('details')}>
                <DetailsTab row={base} series={loaded?.series ?? []} {...formProps} />
              </fieldset>
              <fieldset role="presentation" {...panelOf('sharing')}>
                <SharingTab {...formProps} />
              </fieldset>
              <div className={loaded === null ? undefined : 'needs-no-scripts'}>
                <div className="modal-actions cluster gap-3">
                  <button type="submit" className="button button-primary">
                    Save Changes
                  </button>
                </div>
              </div>
            </PaperCard>
          </form>
          {tab === 'details' && <ViewerPreview row={row} values={typed.values} />}
        </div>
        {!isForm && loaded && (
          <OtherTab
            tab={tab}
            row={row}
            loaded={loaded}
            failure={failure}
            thumbnail={thumbnail}
            credits={credits}
            problem={problem}
            live={isPlain ? null : { replacements, onSave: () => void save(), onDeleted: () => setGone(true) }}
          />
        )}
        {!isForm && !loaded && failure && <ErrorMessage>{failure.problem.detail ?? EDIT_FAILED}</ErrorMessage>}
      </div>
      {!isPlain && (
        <>
          <SaveBar
            formId={formId}
            unsaved={unsaved}
            phase={edited.phase}
            isFailed={problem !== null}
            faultyField={faultyField}
            detail={problem?.detail ?? null}
            isPublic={base.visibility === 'public'}
            watchUrl={`/watch/${id}`}
            onGoTo={goTo}
            onDiscard={edited.discard}
          />
          <LeaveUnsaved path={editAddress(id)} title={titleOf(base)} unsaved={isGone ? [] : unsaved} onSave={save} />
        </>
      )}
    </div>
  )
}

/** An episode of which nothing is known but what was typed, once the session has ended. */
function rowTyped(id: string, refused: NoScriptFailure | null): OwnRow {
  if (!refused) return blankRow(id)
  return { ...blankRow(id), ...pickMetadata({ ...refused.typed, tags: splitTags(refused.typed.tags) }) }
}
