import { type FormEvent, useId } from 'react'
import { EPISODE_IS_UP, uploadStates } from '#app/messages/uploads.ts'
import { progressText, waitingText } from '#app/messages/video-progress.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { DuplicateFileNotice, SimilarFileNotice } from './duplicate-notice.tsx'
import { EpisodeFields } from './episode-fields.tsx'
import { FileField, fileSummary, Overrun, Progress } from './file-field.tsx'
import type { UploadItem } from './upload-list.ts'
import {
  fileProblemOf,
  fileRefused,
  isBusy,
  messageAt,
  progressAnnouncement,
  type UploadProblem,
} from './upload-state.ts'
import { type SavedVideo, useSavedVideo } from './use-saved-video.ts'

interface QueueCardProps {
  item: UploadItem
  /** How many uploads are ahead of it while it waits. */
  aheadCount: number
  formRef: (form: HTMLFormElement | null) => void
  onChoose: (files: File[]) => void
  onSubmit: () => void
  onCancel: () => void
  onRemove: () => void
}

/** One file of the queue: its form, then its progress, then its result. */
export function QueueCard({ item, aheadCount, formRef, onChoose, onSubmit, onCancel, onRemove }: QueueCardProps) {
  const titleId = useId()
  const { state, fileName, values } = item
  if (state.saved) return <DoneCard titleId={titleId} videoId={state.saved.videoId} title={state.saved.title} />
  const busy = isBusy(state)
  const isIdle = state.phase === 'idle'
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <article className="paper queue-card" aria-labelledby={titleId}>
      <header className="queue-head row gap-3">
        <span className="drop-icon middle">
          <Icon name="film" />
        </span>
        <div className="file-text">
          <h2 id={titleId} className="text-face">
            {fileName}
          </h2>
          {state.file && <span className="figures">{fileSummary(state.file)}</span>}
        </div>
        {/* One button with two names, so that it keeps the focus. */}
        {(isIdle || state.phase === 'waiting' || state.phase === 'sending') && (
          <button
            type="button"
            className="button button-small"
            aria-describedby={titleId}
            onClick={isIdle ? onRemove : onCancel}
          >
            {isIdle ? 'Remove' : 'Cancel'}
          </button>
        )}
      </header>
      {busy ? (
        <div className="queue-going">
          <p className="queue-title">{values.title}</p>
          {state.phase === 'waiting' ? (
            <p className="queue-wait figures">{waitingText(aheadCount)}</p>
          ) : (
            <Progress state={state} describedBy={titleId} />
          )}
          <p className="visually-hidden" aria-live="polite">
            {state.phase === 'sending' && `${fileName}: ${progressAnnouncement(state, 25)}`}
          </p>
        </div>
      ) : (
        <form ref={formRef} className="queue-form" noValidate onSubmit={handleSubmit}>
          <EpisodeFields
            values={values}
            fieldProps={(field) => ({ error: messageAt(state.problem, field) })}
            durationSeconds={state.file?.durationSeconds ?? null}
          />
          {!state.file && (
            <FileField
              item={item}
              problem={fileProblemOf(state.problem)}
              isMultiple={false}
              onChoose={onChoose}
              onCancel={onRemove}
            />
          )}
        </form>
      )}
      {state.file && item.isResuming && !busy && <p className="upload-continues">{uploadStates.continues}</p>}
      {state.file?.similar && !busy && <SimilarFileNotice file={state.file.similar} />}
      {state.problem && (state.problem.at === 'submit' || (state.problem.at === 'file' && state.file !== null)) && (
        <UploadFailure problem={state.problem} />
      )}
    </article>
  )
}

function UploadFailure({ problem: { message, detail, durationSeconds } }: { problem: UploadProblem }) {
  return (
    <div className="queue-trouble">
      <ErrorMessage>{message}</ErrorMessage>
      {detail && <p className="upload-detail">{detail}</p>}
      {durationSeconds !== undefined && <Overrun seconds={durationSeconds} />}
    </div>
  )
}

/** A saved upload, with the state of its video. */
function DoneCard({ titleId, videoId, title }: { titleId: string; videoId: string; title: string }) {
  const video = useSavedVideo(videoId, null)
  const failed = video?.status.state === 'error' ? fileRefused(video.status) : null
  return (
    <article className="paper queue-card queue-done" aria-labelledby={titleId}>
      <header className="queue-head row gap-3">
        <span className={failed ? 'drop-icon middle queue-failed' : 'drop-icon middle queue-sent'}>
          <Icon name={failed ? 'warn' : 'check'} />
        </span>
        <div className="file-text">
          <h2 id={titleId} className="text-face">
            {title}
          </h2>
          {!failed && <span className="figures">{statusText(video)}</span>}
        </div>
      </header>
      {failed && <UploadFailure problem={failed} />}
      {video?.sameAs && <DuplicateFileNotice file={video.sameAs} />}
    </article>
  )
}

function statusText(video: SavedVideo | null): string {
  if (video?.status.state === 'ready') return EPISODE_IS_UP
  return video ? progressText(video.status) : uploadStates.received
}
