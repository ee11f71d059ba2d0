import { type FormEvent, useEffect, useRef } from 'react'
import { readVisibilityValues, toFieldTime } from '#app/episodes/visibility-choice.ts'
import type { CurrentUser } from '#app/http/current-user.ts'
import { placeText, UPLOADING, uploadFailureDetails } from '#app/messages/uploads.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { type FieldProblem, useFormProblems } from '#app/ui/form-problems.ts'
import { FormSummary } from '#app/ui/form-summary.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { isVideoFile } from '#video/video.ts'
import { EpisodeFields } from './episode-fields.tsx'
import { FileField } from './file-field.tsx'
import { LeaveUpload } from './leave-upload.tsx'
import type { EpisodeValues } from './saved-uploads.ts'
import { SuccessPanel } from './success-panel.tsx'
import { isAnyBusy, type UploadItem } from './upload-list.ts'
import { UploadQueue } from './upload-queue.tsx'
import { fieldProblems, fileProblemOf, isBusy, type UploadProblem } from './upload-state.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

interface UploadFormProps {
  user: CurrentUser
  /** The problem of an upload without scripts, as loaded with the page. */
  initialProblem: UploadProblem | null
  /** The values typed for that upload. */
  initialValues: EpisodeValues | null
}

/** One file on one card, or several in a queue. With scripts, files are sent in resumable chunks. */
export function UploadForm({ user, initialProblem, initialValues }: UploadFormProps) {
  const uploads = useUploads(user)
  const { list } = uploads
  const [single] = list.items
  return (
    <>
      {list.isQueue || !single ? (
        <UploadQueue accountUid={user.uid} uploads={uploads} />
      ) : (
        <SingleUpload
          key={single.id}
          accountUid={user.uid}
          item={single}
          uploads={uploads}
          initialProblem={initialProblem}
          initialValues={initialValues}
        />
      )}
      <LeaveUpload isActive={isAnyBusy(list)} isMultiple={list.isQueue} />
    </>
  )
}

const noProblems: FieldProblem[] = []
const labels = { title: 'Title', genre: 'Genre', file: 'Video file', publishAt: 'Publish at' }

/** The rules of the fields, as the server has them. */
function checkFields(values: FormData): FieldProblem[] {
  const text = (name: string) => String(values.get(name) ?? '')
  const file = values.get('file')
  const visibility = readVisibilityValues({ visibility: text('visibility'), publishAt: text('publishAt') }, 'local')
  const hasFile = file instanceof File && file.size > 0 && isVideoFile(file)
  return fieldProblems({ title: text('title'), genre: text('genre'), hasFile, ...visibility })
}

function shownAtFile(problems: readonly FieldProblem[]): UploadProblem | null {
  return fileProblemOf({ message: '', detail: null, at: 'fields', fields: problems })
}

function ProposedTitle({ onClear }: { onClear: () => void }) {
  return (
    <p className="title-note muted small">
      From the file name.{' '}
      <button type="button" className="link" onClick={onClear}>
        Clear
      </button>
    </p>
  )
}

function clearTitle(form: HTMLFormElement | null, id: string, uploads: Uploads): void {
  const input = form?.elements.namedItem('title')
  if (!(input instanceof HTMLInputElement)) return
  input.value = ''
  input.focus()
  uploads.keepTitle(id)
}

interface SingleUploadProps extends Omit<UploadFormProps, 'user'> {
  accountUid: string
  item: UploadItem
  uploads: Uploads
}

/** The card of a single upload. Without scripts it is a plain form. */
function SingleUpload({ accountUid, item, uploads, initialProblem, initialValues }: SingleUploadProps) {
  const form = useRef<HTMLFormElement | null>(null)
  const isHydrated = useHydrated()
  const { state, unfinished } = item
  const busy = isBusy(state)
  const problem = state.problem ?? (state.phase === 'idle' && state.file === null ? initialProblem : null)
  const shown = useFormProblems(form, problem?.fields ?? noProblems, checkFields)
  const formRef = uploads.formRefFor(item.id)
  const { proposedTitle } = item
  const { recheck } = shown

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each proposal
  useEffect(() => {
    if (proposedTitle !== '') recheck('title')
  }, [proposedTitle])

  useEffect(() => {
    if (unfinished && form.current) restoreValues(form.current, unfinished.values)
  }, [unfinished])

  if (state.saved)
    return (
      <SuccessPanel
        accountUid={accountUid}
        videoId={state.saved.videoId}
        episodeId={state.saved.episodeId}
        title={state.saved.title}
        place={placeText(item.values)}
        sizeBytes={state.file?.sizeBytes ?? null}
        frameUrl={state.file?.frame?.url ?? null}
        initial={null}
      />
    )

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void uploads.submit()
  }
  const submitProblem = problem?.at === 'submit' ? problem : null
  return (
    <PaperCard className="upload-card">
      <form
        ref={(element) => {
          form.current = element
          formRef(element)
        }}
        className="upload-form"
        method="post"
        encType="multipart/form-data"
        action="/upload"
        noValidate
        onSubmit={handleSubmit}
        onBlur={shown.formProps.onBlur}
        onChange={(event) => {
          shown.formProps.onChange(event)
          if (proposedTitle !== '' && (event.target as { name?: string }).name === 'title') uploads.keepTitle(item.id)
        }}
      >
        <FormSummary form={form} shown={shown} labels={labels} />
        <div className="upload-text">
          <EpisodeFields
            values={initialValues ?? {}}
            readOnly={busy}
            fieldProps={shown.fieldProps}
            durationSeconds={state.file?.durationSeconds ?? null}
            titleNote={
              proposedTitle !== '' &&
              !busy && <ProposedTitle onClear={() => clearTitle(form.current, item.id, uploads)} />
            }
          />
        </div>
        <div className="upload-file column">
          <FileField
            item={item}
            id={shown.idOf('file')}
            problem={problem?.at === 'file' ? problem : shownAtFile(shown.problems)}
            isErrorQuiet={shown.isListed}
            isMultiple={isHydrated}
            onChoose={uploads.choose}
            onCancel={() => uploads.cancel(item.id)}
          />
          {submitProblem?.detail && (
            <span className="stamp stamp-square upload-retake" aria-hidden="true">
              RETAKE
            </span>
          )}
          <button
            type="submit"
            className="button button-primary button-wide upload-submit"
            disabled={busy}
            aria-describedby={submitProblem ? 'upload-problem' : undefined}
          >
            {busy ? (
              UPLOADING
            ) : (
              <>
                Upload Episode
                <Icon name={submitProblem?.detail ? 'refresh' : 'up'} />
              </>
            )}
          </button>
          {submitProblem && (
            <div className="upload-problem">
              <ErrorMessage id="upload-problem">{submitProblem.message}</ErrorMessage>
              {submitProblem.detail && <p className="upload-detail">{submitProblem.detail}</p>}
              {submitProblem.detail && isHydrated && (
                <p className="upload-detail">
                  {state.file ? uploadFailureDetails.formKept : uploadFailureDetails.fileNeededAgain}
                </p>
              )}
            </div>
          )}
        </div>
      </form>
    </PaperCard>
  )
}

/** Restores the values of an unfinished upload in fields that are still empty. */
function restoreValues(form: HTMLFormElement, values: EpisodeValues): void {
  for (const name of ['title', 'genre', 'description', 'tags'] as const) {
    const input = form.elements.namedItem(name)
    if ((input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) && input.value === '')
      input.value = values[name]
  }
  const visibility = form.elements.namedItem('visibility')
  const publishAt = form.elements.namedItem('publishAt')
  if (visibility instanceof HTMLSelectElement && visibility.value === 'public') visibility.value = values.visibility
  if (publishAt instanceof HTMLInputElement && publishAt.value === '')
    publishAt.value = toFieldTime(values.publishAt, 'local')
  const nsfw = form.elements.namedItem('nsfw')
  if (nsfw instanceof HTMLInputElement && values.nsfw) nsfw.checked = true
}
