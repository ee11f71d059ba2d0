import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ContentNotesField } from '#app/episodes/content-notes-field.tsx'
import { ASKS_NSFW } from '#app/episodes/nsfw-mark.ts'
import { joinTags, splitTags } from '#app/episodes/tags.ts'
import { toFieldTime, visibilityBody } from '#app/episodes/visibility-choice.ts'
import { VisibilityOptions } from '#app/episodes/visibility-field.tsx'
import { EDIT_FAILED } from '#app/messages/failures.ts'
import { genreOf, type OwnRow } from '#app/own-episodes/own-row.ts'
import { ErrorMessage, Field, SelectField, TextAreaField } from '#app/ui/field.tsx'
import { mapOpenness } from '#catalog/episode-metadata.ts'
import type { ActionProblem } from './action-problem.ts'
import type { EpisodeEdit } from './dashboard-api.ts'
import { type EditFormValues, readEditValues } from './edit-values.ts'
import { embedSitesOf, embedValuesOf, isSameChoice } from './embed-choice.ts'
import { EmbedField } from './embed-field.tsx'
import { placeOf } from './episode-place.ts'
import { genreChoices } from './genre-choices.ts'
import { OpennessChecks } from './openness-checks.tsx'
import { type SeriesChoice, SeriesField } from './series-field.tsx'
import { SHOWN_FIELDS, type ShownChoices } from './shown-choices.ts'
import type { TabId } from './tabs.ts'

interface EditFormProps {
  row: OwnRow
  /** All own series. */
  series: SeriesChoice[]
  tab: TabId
  titleId: string
  /** The values of a refused submission; null fills the form from the episode. */
  initialValues: EditFormValues | null
  /** The choices that the refused form was opened with; null takes them from the episode. */
  shownChoices: ShownChoices | null
  problem: ActionProblem | null
  isSaving: boolean
  /** Absent on a page without scripts, where the browser submits the form. */
  onSave?: (changes: EpisodeEdit) => void
  /** 'Cancel': a link on a page, a button in a dialog. */
  cancel: ReactNode
}

/** The form for the metadata of an episode. */
export function EditForm({
  row,
  series,
  tab,
  titleId,
  initialValues,
  shownChoices,
  problem,
  isSaving,
  onSave,
  cancel,
}: EditFormProps) {
  const values = initialValues ?? valuesOf(row)
  const shown = shownChoices ?? choicesOf(row)
  const [tags, setTags] = useState(values.tags)
  const failure = useRef<HTMLDivElement>(null)
  const id = useId()
  const fieldProps = (field: string) =>
    problem?.field === field ? { describedBy: `${id}-detail`, isInvalid: true } : { describedBy: undefined }

  useEffect(() => {
    if (problem) failure.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])

  const save = (event: FormEvent<HTMLFormElement>) => {
    if (!onSave) return
    event.preventDefault()
    if (!isSaving) onSave(readChanges(event.currentTarget, row))
  }
  return (
    <form method="post" action={`/dashboard?tab=${tab}&edit=${row.id}`} noValidate onSubmit={save}>
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="id" value={row.id} />
      <h2 id={titleId}>Edit Episode</h2>
      {problem && (
        <div ref={failure}>
          <ErrorMessage>{EDIT_FAILED}</ErrorMessage>
          {problem.field === null && problem.detail && <p className="modal-detail">{problem.detail}</p>}
        </div>
      )}
      <div className="edit-fields">
        <div>
          <Field label="Title" name="title" required defaultValue={values.title} {...fieldProps('title')} />
          <Detail id={id} problem={problem} of="title" />
          <TextAreaField
            label="Description"
            name="description"
            rows={5}
            defaultValue={values.description}
            {...fieldProps('description')}
          />
          <Detail id={id} problem={problem} of="description" />
          <SelectField label="Genre" name="genre" defaultValue={values.genre} {...fieldProps('genre')}>
            {genreChoices(row.genre).map((genre) => (
              <option key={genre} value={genre}>
                {genreOf({ genre })}
              </option>
            ))}
          </SelectField>
          <Detail id={id} problem={problem} of="genre" />
          <Field
            label="Tags"
            hint="Comma separated"
            name="tags"
            value={tags}
            onChange={(event) => setTags(event.currentTarget.value)}
            {...fieldProps('tags')}
          />
          <Detail id={id} problem={problem} of="tags" />
          <ul className="badge-row edit-tags" aria-hidden="true">
            {[...new Set(splitTags(tags))].map((tag) => (
              <li key={tag} className="badge">
                {tag}
              </li>
            ))}
          </ul>
          <EmbedField values={values} error={problem?.field === 'embedSites' ? problem.detail : null} />
        </div>
        <div>
          <input type="hidden" name={SHOWN_FIELDS.visibility} value={shown.visibility} />
          <input type="hidden" name={SHOWN_FIELDS.seriesId} value={shown.seriesId} />
          <VisibilityOptions values={values} timeError={problem?.field === 'publishAt' ? problem.detail : null} />
          <SeriesField
            row={row}
            series={series}
            chosen={values}
            shownNumber={shown.seriesNumber}
            seriesProps={fieldProps('seriesId')}
            numberProps={fieldProps('seriesNumber')}
          />
          <Detail id={id} problem={problem} of="seriesId" />
          <Detail id={id} problem={problem} of="seriesNumber" />
          <NsfwCheck row={row} isChecked={values.nsfw} problem={problem} />
          <OpennessChecks values={values} />
          <ContentNotesField values={values.contentNotes} />
        </div>
      </div>
      <div className="modal-actions">
        {cancel}
        <button type="submit" className="button button-primary" aria-disabled={isSaving || undefined}>
          Save Changes
        </button>
      </div>
    </form>
  )
}

/** The adult mark, which its creator cannot clear once moderation has given a reason for it. */
function NsfwCheck({ row, isChecked, problem }: { row: OwnRow; isChecked: boolean; problem: ActionProblem | null }) {
  const id = useId()
  const isLocked = row.nsfw && row.nsfwReason !== ''
  return (
    <div className="check">
      {!isLocked && <input type="hidden" name={ASKS_NSFW} value="true" />}
      <input
        type="checkbox"
        id={id}
        name="nsfw"
        value="true"
        defaultChecked={isChecked}
        disabled={isLocked}
        aria-describedby={`${id}-hint`}
      />
      <span>
        <label className="check-title" htmlFor={id}>
          NSFW
        </label>
        <span className="check-hint" id={`${id}-hint`}>
          {isLocked ? `${row.nsfwReason}. Only a moderator can remove this.` : 'Hidden from Explore and search'}
        </span>
        <Detail id={`${id}-nsfw`} problem={problem} of="nsfw" />
      </span>
    </div>
  )
}

/** The reason for a refusal, under the field at fault. */
function Detail({ id, problem, of }: { id: string; problem: ActionProblem | null; of: string }) {
  if (problem?.field !== of || !problem.detail) return null
  return (
    <p className="field-detail" id={`${id}-detail`}>
      {problem.detail}
    </p>
  )
}

function readChanges(form: HTMLFormElement, row: OwnRow): EpisodeEdit {
  const fields = new FormData(form)
  const nsfw = form.elements.namedItem('nsfw')
  const values = {
    ...readEditValues(fields, 'local'),
    // The box is read even while it is disabled.
    nsfw: nsfw instanceof HTMLInputElement && nsfw.checked,
  }
  return changesOf(values, row, String(fields.get(SHOWN_FIELDS.seriesNumber) ?? ''))
}

function valuesOf(row: OwnRow): EditFormValues {
  const { tags, publishAt, embedSites } = row
  return {
    ...row,
    tags: joinTags(tags),
    publishAt: publishAt ?? '',
    ...embedValuesOf(embedSites),
    ...seriesValuesOf(row),
  }
}

function seriesValuesOf({ seriesId, seriesNumber }: OwnRow): Pick<EditFormValues, 'seriesId' | 'seriesNumber'> {
  return { seriesId: seriesId ?? '', seriesNumber: String(seriesNumber ?? '') }
}

function choicesOf(row: OwnRow): ShownChoices {
  return { visibility: shownVisibility(row), ...seriesValuesOf(row) }
}

/** A visibility and time, as the fields of a form without scripts have them. */
export function shownVisibility({ visibility, publishAt }: { visibility: string; publishAt: string | null }): string {
  return `${visibility} ${toFieldTime(publishAt ?? '', 'utc')}`
}

/**
 * The fields to send: a choice that was left as it is might be outdated by now.
 * @param shownNumber the number in the series that the field had on its own
 */
function changesOf(values: EditFormValues, row: OwnRow, shownNumber: string): EpisodeEdit {
  const { title, description, genre, nsfw, contentNotes } = values
  const chosen = visibilityBody(values)
  const embedSites = embedSitesOf(values)
  const isSameTime = toFieldTime(chosen.publishAt ?? '', 'utc') === toFieldTime(row.publishAt ?? '', 'utc')
  return {
    title,
    description,
    genre,
    tags: splitTags(values.tags),
    ...(nsfw === row.nsfw ? {} : { nsfw }),
    ...mapOpenness((name) => (values[name] === row[name] ? undefined : values[name])),
    ...placeOf(values, { seriesId: row.seriesId ?? '', seriesNumber: shownNumber }),
    ...(isSameChoice(embedSites, row.embedSites) ? {} : { embedSites }),
    ...(contentNotes.join() === row.contentNotes.join() ? {} : { contentNotes }),
    ...(chosen.visibility === row.visibility && isSameTime ? {} : chosen),
  }
}
