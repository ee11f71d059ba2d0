import { type FormEvent, useId, useState } from 'react'
import type { ActionProblem } from '#app/dashboard/action-problem.ts'
import { replacementStates } from '#app/messages/dashboard.ts'
import { CONNECTION_LOST, REPLACING_FAILED } from '#app/messages/failures.ts'
import { uploadStates } from '#app/messages/uploads.ts'
import { videoFailureText } from '#app/messages/video-failures.ts'
import { progressText } from '#app/messages/video-progress.ts'
import { editAddress } from '#app/own-episodes/edit-address.ts'
import type { OwnRow, Replacement } from '#app/own-episodes/own-row.ts'
import { SuccessMessage } from '#app/ui/field.tsx'
import { FileRow } from '#app/ui/file-row.tsx'
import { formatDuration, formatMegabyteProgress, formatMegabytes } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { NetworkGone } from '#app/upload/network-gone.tsx'
import { acceptedVideos } from '#video/video.ts'
import { mayBeRetried } from '#video/video-state.ts'
import type { EditedData } from './load-edited.server.ts'
import type { ReplacementState, Replacements, ReplacementUpload } from './use-replacements.ts'

interface FileSectionProps {
  row: OwnRow
  /** The file that plays now. */
  file: EditedData['file']
  /** The failure of a form submitted without scripts. */
  problem: ActionProblem | null
  /** Absent on a page without scripts, where the browser submits the forms. */
  replacements?: Replacements
}

/** 'Video file': the pending replacement, and a form to upload a new one. Takes effect without saving. */
export function FileSection({ row, file, replacements, ...props }: FileSectionProps) {
  const id = useId()
  const [initialVideoId] = useState(row.videoId)
  const { upload, isBusy, problem } = replacements?.of(row) ?? noScriptState(props.problem)
  const { replacement } = row
  const url = editAddress(row.id, 'file')

  /** Builds a submit handler that runs the form's request; undefined without scripts. */
  const send = (request: (replacements: Replacements, form: HTMLFormElement) => Promise<void>) => {
    if (!replacements) return undefined
    return (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      void request(replacements, event.currentTarget)
    }
  }
  return (
    <section className="edit-part" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Video file</h2>
      <div className="edit-file row cluster gap-3">
        <Icon name="film" />
        <p className="figures">
          {/* With another file since, these facts are no longer of the one that plays. */}
          {row.videoId === initialVideoId && file.name !== '' && <b>{file.name}</b>}
          <span>{factsText(row, row.videoId === initialVideoId ? file : null)}</span>
        </p>
        {row.videoId === initialVideoId && file.original !== null && (
          <a className="button button-small" href={file.original} download>
            <Icon name="download" />
            Download File
          </a>
        )}
      </div>
      <p className="edit-lead">
        A new file replaces this one as soon as it plays. The URL, views, likes, comments and date stay the same.{' '}
        <Link className="link" to={`/dashboard/flashes/${row.id}`}>
          Flash check
        </Link>
      </p>
      <form
        method="post"
        action={`${url}?file`}
        encType="multipart/form-data"
        noValidate
        aria-busy={isBusy || undefined}
        onSubmit={send((each, form) => each.replace(row, chosenFile(form)))}
      >
        <FileRow
          label="New video file"
          hint="10 minutes or shorter"
          prompt="Put a new file in its place"
          name="file"
          accept={acceptedVideos}
          disabled={upload !== null}
          error={problem ?? undefined}
        />
        <button type="submit" className="button button-small" disabled={upload !== null}>
          Replace File
        </button>
      </form>
      {(upload || replacement) && (
        <div className="replacement">
          <ReplacementProgress upload={upload} replacement={replacement} />
          <div className="cluster">
            {!upload && replacement && mayBeRetried(replacement.status) && (
              <form method="post" action={url} onSubmit={send((each) => each.retry(row))}>
                <ReplacementFields intent="retry-replacement" row={row} />
                <button type="submit" className="button button-small">
                  Retry
                </button>
              </form>
            )}
            <form method="post" action={url} onSubmit={send((each) => each.cancel(row))}>
              <ReplacementFields intent="cancel-replacement" row={row} />
              <button type="submit" className="button button-small">
                Cancel Replacement
              </button>
            </form>
          </div>
        </div>
      )}
      {row.videoId !== initialVideoId && !replacement && <SuccessMessage>{replacementStates.done}</SuccessMessage>}
    </section>
  )
}

/** '6:42 · 1920 × 1080 · 24 frames per second · 412 MB'. @param file null when it is not known */
function factsText({ durationSeconds, width, height }: OwnRow, file: EditedData['file'] | null): string {
  const rate = file?.frameRate && file.frameRate.numerator / file.frameRate.denominator
  return [
    durationSeconds !== null && formatDuration(durationSeconds),
    width !== null && height !== null && `${width} × ${height}`,
    rate && `${Math.round(rate * 1000) / 1000} frames per second`,
    file && file.sizeBytes > 0 && formatMegabytes(file.sizeBytes),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Hidden fields of a form about the pending replacement. */
function ReplacementFields({ intent, row: { id, replacement } }: { intent: string; row: OwnRow }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="videoId" value={replacement?.videoId ?? ''} />
    </>
  )
}

function noScriptState(problem: ActionProblem | null): ReplacementState {
  return { upload: null, isBusy: false, problem: problem && (problem.detail ?? REPLACING_FAILED) }
}

function chosenFile(form: HTMLFormElement): File | null {
  const file = new FormData(form).get('file')
  return file instanceof File && file.name !== '' ? file : null
}

/** Progress of the new file: its upload from here, or its processing on the server. */
function ReplacementProgress({
  upload,
  replacement,
}: {
  upload: ReplacementUpload | null
  replacement: Replacement | null
}) {
  const name = upload?.name ?? replacement?.name
  const percent = upload ? percentSent(upload) : (replacement?.status.percentComplete ?? 0)
  const isFailed = !upload && replacement?.status.state === 'error'
  return (
    <div className="replacement-text">
      <b>{name}</b>
      {isFailed ? (
        <p className="own-reason" role="status">
          {replacementStates.failed(videoFailureText(replacement.status))}
        </p>
      ) : (
        <>
          {upload && upload.retrySeconds !== null ? (
            <NetworkGone retrySeconds={upload.retrySeconds} />
          ) : (
            <p className="figures">{upload ? uploadText(upload) : replacement && progressText(replacement.status)}</p>
          )}
          <progress value={percent} max={100} aria-label="New file" />
          <p className="visually-hidden" role="status">
            {upload ? progressAnnouncement(upload, percent) : replacement && progressText(replacement.status)}
          </p>
        </>
      )}
    </div>
  )
}

function percentSent({ sentBytes, totalBytes }: ReplacementUpload): number {
  return totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100)
}

function progressAnnouncement({ retrySeconds }: ReplacementUpload, percent: number): string {
  return retrySeconds === null ? uploadStates.percentUploaded(Math.floor(percent / 10) * 10) : CONNECTION_LOST
}

function uploadText(upload: ReplacementUpload): string {
  return uploadStates.sending(formatMegabyteProgress(upload.sentBytes, upload.totalBytes))
}
