import { useId, useState } from 'react'
import type { ActionProblem } from '#app/dashboard/action-problem.ts'
import type { EditFormValues } from '#app/dashboard/edit-values.ts'
import { FieldDetail, problemProps } from '#app/dashboard/field-detail.tsx'
import { GenreField } from '#app/dashboard/genre-field.tsx'
import { SHOWN_FIELDS, type ShownChoices } from '#app/dashboard/shown-choices.ts'
import { TagsField } from '#app/dashboard/tags-field.tsx'
import { ContentNotesField } from '#app/episodes/content-notes-field.tsx'
import { ASKS_NSFW } from '#app/episodes/nsfw-mark.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { Field, TextAreaField } from '#app/ui/field.tsx'
import { formatCount } from '#app/ui/format.ts'
import { readChapters } from '#catalog/chapters.ts'
import { DESCRIPTION_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '#catalog/episode.ts'
import { type SeriesChoice, SeriesField } from './series-field.tsx'

interface DetailsTabProps {
  row: OwnRow
  /** All own series. */
  series: SeriesChoice[]
  /** The values at first. */
  values: EditFormValues
  /** The choices that the form was opened with. */
  shown: ShownChoices
  problem: ActionProblem | null
}

/** What an episode is: its texts, its series, and for whom it is. */
export function DetailsTab({ row, series, values, shown, problem }: DetailsTabProps) {
  const id = useId()
  return (
    <>
      <div className="edit-columns">
        <div>
          <TitleField formId={id} value={values.title} problem={problem} />
          <DescriptionField formId={id} value={values.description} row={row} problem={problem} />
        </div>
        <div>
          <GenreField formId={id} genre={values.genre} own={row.genre} problem={problem} />
          <TagsField formId={id} tags={values.tags} isSplit problem={problem} />
          <input type="hidden" name={SHOWN_FIELDS.seriesId} value={shown.seriesId} />
          <SeriesField
            row={row}
            series={series}
            chosen={values}
            shownNumber={shown.seriesNumber}
            seriesProps={problemProps(id, problem, 'seriesId')}
            numberProps={problemProps(id, problem, 'seriesNumber')}
          />
          <FieldDetail id={id} problem={problem} of="seriesId" />
          <FieldDetail id={id} problem={problem} of="seriesNumber" />
        </div>
      </div>
      <div className="edit-columns edit-marks">
        <div>
          <h2>Audience</h2>
          <NsfwCheck row={row} isChecked={values.nsfw} problem={problem} />
        </div>
        <ContentNotesField values={values.contentNotes} />
      </div>
    </>
  )
}

interface TextProps {
  formId: string
  value: string
  problem: ActionProblem | null
}

function TitleField({ formId, value, problem }: TextProps) {
  const [length, setLength] = useState([...value].length)
  return (
    <>
      <Field
        label="Title"
        hint={`${length} of ${TITLE_MAX_CHARACTERS}`}
        name="title"
        required
        defaultValue={value}
        onInput={(event) => setLength([...event.currentTarget.value].length)}
        {...problemProps(formId, problem, 'title')}
      />
      <FieldDetail id={formId} problem={problem} of="title" />
    </>
  )
}

function DescriptionField({ formId, value, row, problem }: TextProps & { row: OwnRow }) {
  const [typed, setTyped] = useState(value)
  const chapters = readChapters(typed, row.durationSeconds).length
  return (
    <>
      <TextAreaField
        label="Description"
        hint={`${formatCount([...typed].length)} of ${formatCount(DESCRIPTION_MAX_CHARACTERS)}`}
        name="description"
        rows={8}
        defaultValue={value}
        onInput={(event) => setTyped(event.currentTarget.value)}
        {...problemProps(formId, problem, 'description')}
      />
      <FieldDetail id={formId} problem={problem} of="description" />
      {chapters > 0 && (
        <p className="field-note">{chapters} chapters found. Viewers see them below the video and on its timeline.</p>
      )}
    </>
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
        <FieldDetail id={id} problem={problem} of="nsfw" />
      </span>
    </div>
  )
}
