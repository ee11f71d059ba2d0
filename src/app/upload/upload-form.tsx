import { type FormEvent, useEffect, useRef } from 'react'
import { toFieldTime } from '#app/episodes/visibility-choice.ts'
import type { CurrentUser } from '#app/http/current-user.ts'
import { UPLOADING, uploadFailureDetails } from '#app/messages/uploads.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { EpisodeFields, GenreSuggestions } from './episode-fields.tsx'
import { FileField } from './file-field.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { EpisodeValues } from './saved-uploads.ts'
import { SuccessPanel } from './success-panel.tsx'
import { isAnyBusy, type UploadItem } from './upload-list.ts'
import { UploadQueue } from './upload-queue.tsx'
import { isBusy, type UploadProblem } from './upload-state.ts'
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
      <LeaveGuard isActive={isAnyBusy(list)} isMultiple={list.isQueue} />
    </>
  )
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
  const formRef = uploads.formRefFor(item.id)

  useEffect(() => {
    if (unfinished && form.current) restoreValues(form.current, unfinished.values)
  }, [unfinished])

  if (state.saved)
    return (
      <SuccessPanel
        accountUid={accountUid}
        videoId={state.saved.videoId}
        title={state.saved.title}
        sizeBytes={state.file?.sizeBytes ?? null}
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
      >
        <div className="upload-text">
          <EpisodeFields values={initialValues ?? {}} readOnly={busy} />
          <GenreSuggestions />
        </div>
        <div className="upload-file">
          <FileField
            item={item}
            problem={problem?.at === 'file' ? problem : null}
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
