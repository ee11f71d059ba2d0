import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { pencilFor } from '#app/episodes/pencil.ts'
import { Field, Message } from '#app/ui/field.tsx'
import { posterTypes } from '#video/poster.ts'
import { FrameChoice } from './frame-choice.tsx'
import { isPlayable, type OwnRow } from './own-row.ts'
import { PICTURE_FAILED, type Problem } from './problems.ts'
import type { TabId } from './tabs.ts'

/** What is wished for as the picture of an episode; null for the automatic one. */
export type PosterWish = { atSeconds: number } | { picture: File } | null

/** How changing it is going, where scripts run. */
export interface PosterChange {
  isBusy: boolean
  problem: Problem | null
  /** Answers whether it succeeded. */
  choose(wish: PosterWish): Promise<boolean>
}

interface PosterSectionProps {
  row: OwnRow
  tab: TabId
  /** What a form that went to the server by itself met. */
  problem: Problem | null
  /** Absent where the forms go to the server by themselves. */
  change?: PosterChange
}

/** 'Picture': what stands for the episode in lists, and other pictures to choose. Takes effect at once. */
export function PosterSection({ row, tab, change, ...props }: PosterSectionProps) {
  const id = useId()
  const summary = useRef<HTMLElement>(null)
  const problem = change?.problem ?? props.problem
  const at = (field: string) => (problem?.field === field ? (problem.detail ?? undefined) : undefined)
  const isAtField = at('atSeconds') !== undefined || at('poster') !== undefined

  /** Sends a form as its wish; a wish that came true leaves the form empty. */
  const send = (wishOf: (form: FormData) => PosterWish) => async (event: FormEvent<HTMLFormElement>) => {
    if (!change) return
    event.preventDefault()
    const form = event.currentTarget
    if (change.isBusy) return
    const wish = wishOf(new FormData(form))
    if (!(await change.choose(wish))) return
    // The button that leads back to the automatic picture is gone with its work.
    if (wish === null) summary.current?.focus()
    else form.reset()
  }
  const form = (intent: string) => ({ row, tab, intent, isBusy: change?.isBusy ?? false })
  return (
    <section className="edit-part" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Picture</h3>
      <div className="poster-now">
        <img src={row.poster ?? pencilFor(row.id)} alt="" width="640" height="360" />
        <div>
          <p role="status">{stateOf(row, change?.isBusy ?? false)}</p>
          {row.hasChosenPoster && (
            <PosterForm {...form('automatic-poster')} onSubmit={send(() => null)}>
              <button type="submit" className="button button-small">
                Back to the automatic one
              </button>
            </PosterForm>
          )}
        </div>
      </div>
      {problem && !isAtField && <Message>{problem.detail ?? PICTURE_FAILED}</Message>}
      {isPlayable(row) && (
        <details className="poster-other" open={props.problem !== null || undefined}>
          <summary ref={summary}>Choose another picture</summary>
          <PosterForm {...form('frame-poster')} onSubmit={send(wishedFrame)}>
            <FrameChoice row={row} error={at('atSeconds')} />
            <button type="submit" className="button button-small">
              Use This Frame
            </button>
          </PosterForm>
          <PosterForm {...form('uploaded-poster')} withFile onSubmit={send(wishedPicture)}>
            <Field
              label="Upload a picture"
              hint="JPEG, PNG, WebP or GIF, up to 5 MB"
              name="poster"
              type="file"
              accept={posterTypes.join(',')}
              error={at('poster')}
            />
            <button type="submit" className="button button-small">
              Upload Picture
            </button>
          </PosterForm>
        </details>
      )}
    </section>
  )
}

interface PosterFormProps {
  row: OwnRow
  tab: TabId
  intent: string
  isBusy: boolean
  withFile?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

function PosterForm({ row, tab, intent, isBusy, withFile, onSubmit, children }: PosterFormProps) {
  return (
    <form
      method="post"
      action={`/dashboard?tab=${tab}&edit=${row.id}`}
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

function stateOf(row: OwnRow, isBusy: boolean): string {
  if (isBusy) return 'Changing the picture...'
  if (row.hasChosenPoster) return 'A picture of your choice.'
  if (isPlayable(row)) return 'The automatic picture: a typical frame of the film.'
  return 'It can be changed once the episode plays.'
}

function wishedFrame(form: FormData): PosterWish {
  const typed = form.get('atSeconds')
  // Nothing chosen is no moment, and is refused as one.
  return { atSeconds: typed === null || typed === '' ? -1 : Number(typed) }
}

function wishedPicture(form: FormData): PosterWish {
  const file = form.get('poster')
  return { picture: file instanceof File ? file : new File([], '') }
}
