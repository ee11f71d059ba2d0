import { type FormEvent, useId, useState } from 'react'
import { splitTags } from '#app/episodes/tags.ts'
import { readVisibilityValues, timeProblem, visibilityBody } from '#app/episodes/visibility-choice.ts'
import { PublishTime } from '#app/episodes/visibility-field.tsx'
import { BULK_NOTHING_CHOSEN } from '#app/messages/failures.ts'
import { ErrorMessage, Field, SelectField } from '#app/ui/field.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { genres } from '#catalog/episode.ts'
import type { BulkEdit } from './dashboard-api.ts'

interface BulkDialogProps {
  count: number
  isBusy: boolean
  onClosed: () => void
}

const episodesOf = (count: number) => (count === 1 ? '1 Episode' : `${count} Episodes`)

/** Sets the genre, the tags or both of the selected episodes. */
export function BulkEditDialog({
  count,
  isBusy,
  onClosed,
  onSave,
}: BulkDialogProps & { onSave: (edit: BulkEdit) => void }) {
  const titleId = useId()
  const [isEmpty, setEmpty] = useState(false)
  const save = (event: FormEvent<HTMLFormElement>, close: () => void) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const genre = String(data.get('genre') ?? '')
    const tags = splitTags(String(data.get('tags') ?? ''))
    if (genre === '' && tags.length === 0) return setEmpty(true)
    onSave({ ...(genre === '' ? {} : { genre }), ...(tags.length === 0 ? {} : { tags }) })
    close()
  }
  return (
    <Modal labelledBy={titleId} size="small" onClosed={onClosed}>
      {(close) => (
        <form noValidate onSubmit={(event) => save(event, close)}>
          <h2 id={titleId}>Change {episodesOf(count)}</h2>
          {isEmpty && <ErrorMessage>{BULK_NOTHING_CHOSEN}</ErrorMessage>}
          <SelectField label="Genre" name="genre" defaultValue="">
            <option value="">Keep current genre</option>
            {genres.map((genre) => (
              <option key={genre} value={genre}>
                {genre}
              </option>
            ))}
          </SelectField>
          <Field label="Tags" hint="Comma separated, replaces current tags" name="tags" />
          <div className="modal-actions cluster gap-3">
            <button type="button" className="button" onClick={close}>
              Cancel
            </button>
            <button type="submit" className="button button-primary" aria-disabled={isBusy || undefined}>
              Save Changes
            </button>
          </div>
        </form>
      )}
    </Modal>
  )
}

/** Asks when the selected episodes become public. */
export function BulkScheduleDialog({
  count,
  isBusy,
  onClosed,
  onSave,
}: BulkDialogProps & { onSave: (edit: BulkEdit) => void }) {
  const titleId = useId()
  const [error, setError] = useState<string | null>(null)
  const save = (event: FormEvent<HTMLFormElement>, close: () => void) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('publishAt') ?? '')
    const chosen = readVisibilityValues({ visibility: 'scheduled', publishAt: typed }, 'local')
    const problem = timeProblem(chosen.publishAt, new Date())
    setError(problem)
    if (problem !== null) return
    onSave(visibilityBody(chosen))
    close()
  }
  return (
    <Modal labelledBy={titleId} size="small" onClosed={onClosed}>
      {(close) => (
        <form noValidate onSubmit={(event) => save(event, close)}>
          <h2 id={titleId}>Schedule {episodesOf(count)}</h2>
          <div className="visibility is-scheduled">
            <PublishTime publishAt="" error={error} />
          </div>
          <div className="modal-actions cluster gap-3">
            <button type="button" className="button" onClick={close}>
              Cancel
            </button>
            <button type="submit" className="button button-primary" aria-disabled={isBusy || undefined}>
              Schedule {episodesOf(count)}
            </button>
          </div>
        </form>
      )}
    </Modal>
  )
}

/** Asks once before the selected episodes are deleted. */
export function BulkDeleteDialog({ count, isBusy, onClosed, onDelete }: BulkDialogProps & { onDelete: () => void }) {
  const titleId = useId()
  return (
    <Modal labelledBy={titleId} size="small" onClosed={onClosed}>
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            onDelete()
            close()
          }}
        >
          <h2 id={titleId}>Delete {episodesOf(count)}</h2>
          <p className="delete-text">
            {count === 1 ? 'This episode and its video' : 'These episodes and their videos'} will be permanently
            deleted, along with all views, likes and comments.
          </p>
          <div className="modal-actions cluster gap-3">
            <button type="button" className="button" onClick={close}>
              Cancel
            </button>
            <button type="submit" className="button button-danger" aria-disabled={isBusy || undefined}>
              Delete {episodesOf(count)}
            </button>
          </div>
        </form>
      )}
    </Modal>
  )
}
