import { type FormEvent, type MouseEvent, type Ref, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { ErrorMessage, Field, SuccessMessage, TextAreaField } from '#app/ui/field.tsx'
import { type FieldProblem, useFormProblems } from '#app/ui/form-problems.ts'
import { FormSummary } from '#app/ui/form-summary.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { Select } from '#app/ui/select.tsx'
import { SERIES_DESCRIPTION_MAX_CHARACTERS } from '#series/series.ts'
import type { RefusedSeries } from './change-series.server.ts'
import { EditorRow } from './editor-row.tsx'
import { writeOrder } from './list-order.ts'
import type { EditorData } from './load-editor.server.ts'
import { PictureSection } from './picture-section.tsx'
import { seriesLabels } from './series-form.ts'
import { useSeriesRows } from './use-series-rows.ts'

interface SeriesEditorProps {
  data: EditorData
  answer: RefusedSeries | null
  isSaved: boolean
  /** Has the message of a save. */
  message: Ref<HTMLParagraphElement>
  /** Why a picture was refused, or null. */
  pictureProblem: string | null
}

const noProblems: FieldProblem[] = []

/** The editor of a series, on paper. The list changes in the page and is saved as a whole. */
export function SeriesEditor({ data, answer, isSaved, message, pictureProblem }: SeriesEditorProps) {
  const { id, episodes } = data
  const values = { ...data, ...answer?.values }
  const isBusy = useNavigation().state !== 'idle'
  // While the form is sent, nothing changes that its answer would replace.
  const editor = useSeriesRows(values.rows, episodes, isBusy)
  const { rows } = editor
  const free = episodes.filter((episode) => !rows.some((row) => row.key === episode.id))
  const submit = (event: FormEvent) => {
    if (isBusy) event.preventDefault()
  }
  const form = useRef<HTMLFormElement>(null)
  const isTextRefused = answer !== null && (answer.refused.field ?? '') in seriesLabels
  const shown = useFormProblems(form, answer?.problems ?? noProblems)
  return (
    <PaperCard className="series-form-card">
      <h1>Edit Series</h1>
      {isSaved && <SuccessMessage ref={message}>Series saved.</SuccessMessage>}
      {answer !== null && !isTextRefused && <ErrorMessage>{answer.refused.message}</ErrorMessage>}
      <FormSummary form={form} shown={shown} labels={seriesLabels} />
      <Form
        ref={form}
        method="post"
        action={`/series/${id}/edit`}
        noValidate
        preventScrollReset
        className="series-form"
        onSubmit={submit}
        {...shown.formProps}
      >
        {/* Enter in a field presses this button. */}
        <button type="submit" name="intent" value="save" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="order" value={writeOrder(rows)} />
        <div className="series-texts">
          <Field
            label="Title"
            name="title"
            defaultValue={values.title}
            required
            readOnly={isBusy}
            {...shown.fieldProps('title')}
          />
          <TextAreaField
            label="Description"
            hint={`Up to ${SERIES_DESCRIPTION_MAX_CHARACTERS} characters`}
            name="description"
            defaultValue={values.description}
            readOnly={isBusy}
            {...shown.fieldProps('description')}
          />
        </div>
        <div className="series-list">
          <h2>Episodes</h2>
          <p className="pencil">To reorder, drag the dots, use the arrows or press Alt + ↑ ↓.</p>
          {rows.length === 0 && <p className="muted">No episodes yet. Add the first one below.</p>}
          <ol ref={editor.list} tabIndex={-1} aria-label="Episodes and arcs">
            {rows.map((row, at) => (
              <EditorRow
                key={row.key}
                row={row}
                at={at}
                isLast={at === rows.length - 1}
                editor={editor}
                episode={episodes.find((episode) => episode.id === row.key)}
              />
            ))}
          </ol>
          <AddToSeries episodes={free} isBusy={isBusy} editor={editor} />
          <p className="series-moved" role="status">
            {editor.announcement}
          </p>
        </div>
        <EditorEnd id={id} isBusy={isBusy} />
      </Form>
      <PictureSection data={data} problem={pictureProblem} />
    </PaperCard>
  )
}

interface AddToSeriesProps {
  /** Own episodes that are not in the list. */
  episodes: EditorData['episodes']
  isBusy: boolean
  editor: ReturnType<typeof useSeriesRows>
}

function AddToSeries({ episodes, isBusy, editor }: AddToSeriesProps) {
  const choice = useRef<HTMLSelectElement>(null)
  /** Applies a button in the page; without scripts it is submitted. */
  const inPage = (apply: () => void) => (event: MouseEvent) => {
    event.preventDefault()
    if (!isBusy) apply()
  }
  return (
    <div className="series-add row cluster">
      {episodes.length > 0 && (
        <>
          <label className="visually-hidden" htmlFor="series-add-episode">
            Episode to add
          </label>
          <Select ref={choice} id="series-add-episode" name="episode">
            {episodes.map((episode) => (
              <option key={episode.id} value={episode.id}>
                {episode.title}
              </option>
            ))}
          </Select>
          <button
            type="submit"
            name="intent"
            value="add"
            className="button button-small"
            onClick={inPage(() => choice.current && editor.add(choice.current.value))}
          >
            <Icon name="plus" />
            Add Episode
          </button>
        </>
      )}
      <button
        type="submit"
        name="intent"
        value="add arc"
        className="button button-small"
        onClick={inPage(editor.addArc)}
      >
        <Icon name="plus" />
        Add Arc
      </button>
    </div>
  )
}

function EditorEnd({ id, isBusy }: { id: string; isBusy: boolean }) {
  return (
    <div className="series-end cluster gap-3">
      <details className="series-delete">
        <summary className="button button-danger">Delete Series</summary>
        <p>The episodes are kept.</p>
        <button type="submit" name="intent" value="delete" className="button button-danger">
          Delete Permanently
        </button>
      </details>
      <Link className="button" to={`/series/${id}`}>
        Cancel
      </Link>
      <button
        type="submit"
        name="intent"
        value="save"
        className="button button-primary"
        aria-disabled={isBusy || undefined}
      >
        Save Changes
      </button>
    </div>
  )
}
