import { useId } from 'react'
import { uploadStates } from '#app/messages/uploads.ts'
import { waitingText } from '#app/messages/video-progress.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { formatDuration, formatMegabyteProgress, formatMegabytes } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Ruler } from '#app/ui/ruler.tsx'
import { acceptedVideos, EPISODE_MAX_SECONDS } from '#video/video.ts'
import pencil from '../art/pencil-1.svg?no-inline'
import { SimilarFileNotice } from './duplicate-notice.tsx'
import { NetworkGone } from './network-gone.tsx'
import type { SavedUpload } from './saved-uploads.ts'
import type { UploadItem } from './upload-list.ts'
import {
  type ChosenFile,
  isBusy,
  percentSent,
  progressAnnouncement,
  type UploadProblem,
  type UploadState,
} from './upload-state.ts'

/** One second of frames. */
const PROGRESS_CELLS = 24

interface FileFieldProps {
  item: UploadItem
  problem: UploadProblem | null
  /** Whether the problem is announced elsewhere. */
  isErrorQuiet?: boolean
  id?: string
  /** Whether several files may be chosen, which open a queue. */
  isMultiple: boolean
  onChoose: (files: File[]) => void
  onCancel: () => void
}

/** A drop area made of one native file input; shows the chosen file and its progress. */
export function FileField(props: FileFieldProps) {
  const { item, problem, isErrorQuiet = false, isMultiple, onChoose, onCancel } = props
  const { state, unfinished, isResuming } = item
  const ownId = useId()
  const { id = ownId } = props
  const busy = isBusy(state)
  return (
    <div className="field">
      <div className="field-head cluster spread">
        <label htmlFor={id}>Video file</label>
        <span id={`${id}-hint`}>10 minutes or shorter</span>
      </div>
      <div className={dropClass(state, problem)}>
        {state.file ? <SelectedFile state={state} /> : <DropPrompt />}
        <input
          id={id}
          className="drop-input"
          type="file"
          name="file"
          accept={acceptedVideos}
          required
          multiple={isMultiple}
          disabled={busy}
          aria-describedby={problem ? `${id}-hint ${id}-problem` : `${id}-hint`}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => onChoose([...(event.currentTarget.files ?? [])])}
        />
      </div>
      {state.phase === 'sending' && (
        <button type="button" className="button button-small upload-cancel" onClick={onCancel}>
          Cancel
        </button>
      )}
      {state.file?.similar && <SimilarFileNotice file={state.file.similar} />}
      {problem && (
        <ErrorMessage id={`${id}-problem`} isQuiet={isErrorQuiet}>
          {problem.message}
        </ErrorMessage>
      )}
      {problem?.detail && <p className="upload-detail">{problem.detail}</p>}
      {problem?.durationSeconds !== undefined && <Overrun seconds={problem.durationSeconds} />}
      {!busy && unfinished && <UnfinishedUpload unfinished={unfinished} isResuming={isResuming} onDiscard={onCancel} />}
      <p className="visually-hidden" aria-live="polite">
        {state.phase === 'sending' && progressAnnouncement(state, 10)}
      </p>
    </div>
  )
}

function dropClass(state: UploadState, problem: UploadProblem | null): string {
  if (state.file) return 'drop drop-filled'
  return problem ? 'drop drop-wrong' : 'drop'
}

function DropPrompt() {
  return (
    <div className="drop-invitation column gap-2" aria-hidden="true">
      <span className="drop-icon middle">
        <Icon name="film" />
      </span>
      <b>Drop a video here</b>
      <span className="link">or choose a file</span>
    </div>
  )
}

function SelectedFile({ state }: { state: UploadState }) {
  const { file, phase } = state
  if (!file) return null
  return (
    <div className="file">
      {file.frame ? (
        <div className="file-frame">
          <img src={file.frame.url} alt="" width={file.frame.width} height={file.frame.height} />
          <span>First frame</span>
          {file.durationSeconds !== null && (
            <span className="file-length figures">{formatDuration(file.durationSeconds)}</span>
          )}
        </div>
      ) : (
        <div className="file-frame">{file.frame === null && <img src={pencil} alt="" width="640" height="360" />}</div>
      )}
      <div className="row gap-3">
        <div className="file-text">
          <b>{file.name}</b>
          <span className="figures">{fileSummary(file)}</span>
        </div>
      </div>
      {file.frame === null && <p className="muted small">{uploadStates.notShown}</p>}
      {phase === 'idle' ? (
        <span className="link file-other" aria-hidden="true">
          Choose another
        </span>
      ) : (
        <Progress state={state} />
      )}
    </div>
  )
}

/** Duration, pixels and frames per second, if known, and size. */
export function fileSummary({ durationSeconds, sizeBytes, frame, frameRate }: ChosenFile): string {
  const length = durationSeconds !== null && formatDuration(durationSeconds)
  const pixels = frame && `${frame.width} × ${frame.height}`
  const rate = frameRate !== undefined && `${Math.round(frameRate * 1000) / 1000} fps`
  return [length, formatMegabytes(sizeBytes), pixels, rate].filter(Boolean).join(' · ')
}

/** Upload progress of one file. @param describedBy id of the element that identifies the file among several */
export function Progress({ state, describedBy }: { state: UploadState; describedBy?: string }) {
  const percent = percentSent(state)
  const total = state.file?.sizeBytes ?? 0
  return (
    <>
      <div className="file-progress figures">
        <b>{percent}%</b>
        <span>{phaseText(state, total)}</span>
      </div>
      <div
        className="cells"
        role="progressbar"
        aria-label="Upload progress"
        aria-describedby={describedBy}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        {Array.from({ length: PROGRESS_CELLS }, (_, cell) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its position
          <i key={cell} className={(cell + 1) / PROGRESS_CELLS <= percent / 100 ? 'is-on' : undefined} />
        ))}
      </div>
      {state.retrySeconds !== null && <NetworkGone retrySeconds={state.retrySeconds} />}
    </>
  )
}

function phaseText(state: UploadState, total: number): string {
  if (state.phase === 'probing')
    return state.aheadCount === null ? uploadStates.checking : waitingText(state.aheadCount)
  if (state.phase === 'saving') return uploadStates.saving
  return formatMegabyteProgress(state.sentBytes, total)
}

/** By how much a video exceeds the maximum length. */
export function Overrun({ seconds }: { seconds: number }) {
  return (
    <div className="overrun stack">
      <Ruler seconds={seconds} isOverLimit />
      <span className="pencil figures">
        {uploadStates.tooLongBy(formatDuration(seconds), formatDuration(seconds - EPISODE_MAX_SECONDS))}
      </span>
    </div>
  )
}

function UnfinishedUpload(props: { unfinished: SavedUpload; isResuming: boolean; onDiscard: () => void }) {
  const { unfinished, isResuming, onDiscard } = props
  return (
    <div className="unfinished">
      <p>{isResuming ? uploadStates.fileContinues : unfinishedMessage(unfinished)}</p>
      <button type="button" className="link" onClick={onDiscard}>
        Discard
      </button>
    </div>
  )
}

function unfinishedMessage({ name, address }: SavedUpload): string {
  return address ? uploadStates.partlyUploaded(name) : uploadStates.notUploaded(name)
}
