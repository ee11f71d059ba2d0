import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { splitTags } from '#app/episodes/tags.ts'
import { EDIT_FAILED } from '#app/messages/failures.ts'
import { editAddress } from '#app/own-episodes/edit-address.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { ErrorMessage, Field, TextAreaField } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import type { ActionProblem } from './action-problem.ts'
import type { EpisodeEdit } from './dashboard-api.ts'
import { valuesOf } from './edit-changes.ts'
import { type EditFormValues, readQuickValues } from './edit-values.ts'
import { FieldDetail, problemProps } from './field-detail.tsx'
import { GenreField } from './genre-field.tsx'
import type { TabId } from './tabs.ts'
import { TagsField } from './tags-field.tsx'

interface EditFormProps {
  row: OwnRow
  tab: TabId
  titleId: string
  /** The values of a refused submission; null fills the form from the episode. */
  initialValues: EditFormValues | null
  problem: ActionProblem | null
  isSaving: boolean
  /** Absent on a page without scripts, where the browser submits the form. */
  onSave?: (changes: EpisodeEdit) => void
  /** 'Cancel': a link on a page, a button in a dialog. */
  cancel: ReactNode
}

/** The quick edit: what is changed most. Everything else is on the page of the episode, to which 'All settings' leads. */
export function EditForm({ row, tab, titleId, initialValues, problem, isSaving, onSave, cancel }: EditFormProps) {
  const values = initialValues ?? valuesOf(row)
  const form = useRef<HTMLFormElement>(null)
  const failure = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const id = useId()

  useEffect(() => {
    if (problem) failure.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])

  const save = (event: FormEvent<HTMLFormElement>) => {
    if (!onSave) return
    event.preventDefault()
    if (isSaving) return
    const { tags, ...texts } = readQuickValues(new FormData(event.currentTarget))
    onSave({ ...texts, tags: splitTags(tags) })
  }
  /** Opens the page with what was typed, unless the link is opened elsewhere. */
  const openPage = (event: MouseEvent) => {
    if (!form.current || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(editAddress(row.id), { state: { typed: readQuickValues(new FormData(form.current)) } })
  }
  return (
    <form ref={form} method="post" action={`/dashboard?tab=${tab}&edit=${row.id}`} noValidate onSubmit={save}>
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="id" value={row.id} />
      <h2 id={titleId}>Edit Episode</h2>
      {problem && (
        <div ref={failure}>
          <ErrorMessage>{EDIT_FAILED}</ErrorMessage>
          {problem.field === null && problem.detail && <p className="modal-detail">{problem.detail}</p>}
        </div>
      )}
      <Field label="Title" name="title" required defaultValue={values.title} {...problemProps(id, problem, 'title')} />
      <FieldDetail id={id} problem={problem} of="title" />
      <TextAreaField
        label="Description"
        name="description"
        rows={4}
        defaultValue={values.description}
        {...problemProps(id, problem, 'description')}
      />
      <FieldDetail id={id} problem={problem} of="description" />
      <div className="edit-pair">
        <GenreField formId={id} genre={values.genre} own={row.genre} problem={problem} />
        <TagsField formId={id} tags={values.tags} problem={problem} />
      </div>
      <div className="modal-actions cluster gap-3">
        <Link className="link edit-all" to={editAddress(row.id)} onClick={openPage}>
          All settings
        </Link>
        {cancel}
        <button type="submit" className="button button-primary" aria-disabled={isSaving || undefined}>
          Save Changes
        </button>
      </div>
    </form>
  )
}
