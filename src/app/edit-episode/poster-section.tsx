import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import type { ActionProblem } from '#app/dashboard/action-problem.ts'
import type { PosterRequest } from '#app/dashboard/dashboard-api.ts'
import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { posterStates } from '#app/messages/dashboard.ts'
import { POSTER_FAILED } from '#app/messages/failures.ts'
import { editAddress } from '#app/own-episodes/edit-address.ts'
import { isPlayable, type OwnRow } from '#app/own-episodes/own-row.ts'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { imageTypes } from '#platform/image-upload.ts'
import { FramePicker } from './frame-picker.tsx'

/** State of a poster change, where scripts run. */
export interface PosterChange {
  isBusy: boolean
  problem: ActionProblem | null
  /** @returns whether it succeeded */
  choose(request: PosterRequest): Promise<boolean>
}

interface PosterSectionProps {
  row: OwnRow
  /** The failure of a form submitted without scripts. */
  problem: ActionProblem | null
  /** Absent on a page without scripts, where the browser submits the forms. */
  change?: PosterChange
}

/** 'Thumbnail': the episode's poster, and others to choose from. Takes effect immediately. */
export function PosterSection({ row, change, ...props }: PosterSectionProps) {
  const id = useId()
  const summary = useRef<HTMLElement>(null)
  const problem = change?.problem ?? props.problem
  const errorFor = (field: string) => (problem?.field === field ? (problem.detail ?? undefined) : undefined)
  const hasFieldError = errorFor('atSeconds') !== undefined || errorFor('poster') !== undefined

  /** Builds a submit handler that runs the form's request, and resets the form on success. */
  const send = (buildRequest: (form: FormData) => PosterRequest) => async (event: FormEvent<HTMLFormElement>) => {
    if (!change) return
    event.preventDefault()
    const form = event.currentTarget
    if (change.isBusy) return
    const request = buildRequest(new FormData(form))
    if (!(await change.choose(request))) return
    // The button for the automatic poster disappears on success.
    if (request === null) summary.current?.focus()
    else form.reset()
  }
  const formProps = (intent: string) => ({ row, intent, isBusy: change?.isBusy ?? false })
  return (
    <section className="edit-part" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Thumbnail</h2>
      <div className="poster-now">
        <img src={row.poster ?? placeholderPoster(row.id)} alt="" width="640" height="360" />
        <div>
          <p role="status">{statusText(row, change?.isBusy ?? false)}</p>
          {row.hasChosenPoster && (
            <PosterForm {...formProps('automatic-poster')} onSubmit={send(() => null)}>
              <button type="submit" className="button button-small">
                Use Automatic Thumbnail
              </button>
            </PosterForm>
          )}
        </div>
      </div>
      {problem && !hasFieldError && <ErrorMessage>{problem.detail ?? POSTER_FAILED}</ErrorMessage>}
      {isPlayable(row) && (
        <details className="poster-other" open={props.problem !== null || undefined}>
          <summary ref={summary}>Change thumbnail</summary>
          <PosterForm {...formProps('frame-poster')} onSubmit={send(frameRequest)}>
            <FramePicker row={row} error={errorFor('atSeconds')} />
            <button type="submit" className="button button-small">
              Use This Frame
            </button>
          </PosterForm>
          <PosterForm {...formProps('uploaded-poster')} withFile onSubmit={send(imageRequest)}>
            <Field
              label="Upload an image"
              hint="JPEG, PNG, WebP or GIF, up to 5 MB"
              name="poster"
              type="file"
              accept={imageTypes.join(',')}
              error={errorFor('poster')}
            />
            <button type="submit" className="button button-small">
              Upload Image
            </button>
          </PosterForm>
        </details>
      )}
    </section>
  )
}

interface PosterFormProps {
  row: OwnRow
  intent: string
  isBusy: boolean
  withFile?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

function PosterForm({ row, intent, isBusy, withFile, onSubmit, children }: PosterFormProps) {
  return (
    <form
      method="post"
      action={editAddress(row.id, 'thumbnail')}
      noValidate
      aria-busy={isBusy || undefined}
      onSubmit={onSubmit}
      {...(withFile ? { encType: 'multipart/form-data' as const } : {})}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={row.id} />
      {children}
    </form>
  )
}

function statusText(row: OwnRow, isBusy: boolean): string {
  if (isBusy) return posterStates.changing
  if (row.hasChosenPoster) return posterStates.chosen
  if (isPlayable(row)) return posterStates.automatic
  return posterStates.tooEarly
}

function frameRequest(form: FormData): PosterRequest {
  const value = form.get('atSeconds')
  // The server refuses -1, as it does any invalid moment.
  return { atSeconds: value === null || value === '' ? -1 : Number(value) }
}

function imageRequest(form: FormData): PosterRequest {
  const file = form.get('poster')
  return { image: file instanceof File ? file : new File([], '') }
}
