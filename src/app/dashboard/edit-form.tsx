import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Field, Message, SelectField, TextField } from '#app/ui/field.tsx'
import { genreChoices } from './genre-choices.ts'
import { genreOf, type OwnRow } from './own-row.ts'
import { EDIT_FAILED, type Problem } from './problems.ts'
import type { TabId } from './tabs.ts'
import { joinTags, splitTags } from './tags.ts'

/** What the form holds, word for word. */
export interface TypedWords {
  title: string
  description: string
  genre: string
  tags: string
}

interface EditFormProps {
  row: OwnRow
  tab: TabId
  titleId: string
  /** What was typed before, and refused; else the form is filled from the episode. */
  typed: TypedWords | null
  problem: Problem | null
  isSaving: boolean
  /** Absent where the form goes to the server by itself. */
  onSave?: (typed: TypedWords) => void
  /** 'Cancel': a link on a page, a button in a dialog. */
  cancel: ReactNode
}

/** Everything about an episode that its creator may change. */
export function EditForm({ row, tab, titleId, typed, problem, isSaving, onSave, cancel }: EditFormProps) {
  const words = typed ?? { ...row, tags: joinTags(row.tags) }
  const [tags, setTags] = useState(words.tags)
  const failure = useRef<HTMLDivElement>(null)
  const id = useId()
  const about = (field: string) =>
    problem?.field === field ? { describedBy: `${id}-detail`, isWrong: true } : { describedBy: undefined }

  useEffect(() => {
    if (problem) failure.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])

  const save = (event: FormEvent<HTMLFormElement>) => {
    if (!onSave) return
    event.preventDefault()
    if (!isSaving) onSave(readTyped(event.currentTarget))
  }
  return (
    <form method="post" action={`/dashboard?tab=${tab}&edit=${row.id}`} noValidate onSubmit={save}>
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="id" value={row.id} />
      <h2 id={titleId}>Edit Episode</h2>
      {problem && (
        <div ref={failure}>
          <Message>{EDIT_FAILED}</Message>
          {problem.field === null && problem.detail && <p className="modal-detail">{problem.detail}</p>}
        </div>
      )}
      <div className="edit-fields">
        <div>
          <Field label="Title" name="title" required defaultValue={words.title} {...about('title')} />
          <Detail id={id} problem={problem} of="title" />
          <TextField
            label="Description"
            name="description"
            rows={5}
            defaultValue={words.description}
            {...about('description')}
          />
          <Detail id={id} problem={problem} of="description" />
        </div>
        <div>
          <SelectField label="Genre" name="genre" defaultValue={words.genre} {...about('genre')}>
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
            {...about('tags')}
          />
          <Detail id={id} problem={problem} of="tags" />
          <ul className="badge-row edit-tags" aria-hidden="true">
            {[...new Set(splitTags(tags))].map((tag) => (
              <li key={tag} className="badge">
                {tag}
              </li>
            ))}
          </ul>
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

/** Why, under the field that it is about. */
function Detail({ id, problem, of }: { id: string; problem: Problem | null; of: string }) {
  if (problem?.field !== of || !problem.detail) return null
  return (
    <p className="field-detail" id={`${id}-detail`}>
      {problem.detail}
    </p>
  )
}

function readTyped(form: HTMLFormElement): TypedWords {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  return { title: text('title'), description: text('description'), genre: text('genre'), tags: text('tags') }
}
