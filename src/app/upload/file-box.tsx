import { useId } from 'react'
import { Message } from '#app/ui/field.tsx'
import { length, megabytes, megabytesOf } from '#app/ui/figures.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Ruler } from '#app/ui/ruler.tsx'
import { acceptedVideos, EPISODE_MAX_SECONDS, waitingWords } from '#video/video.ts'
import type { Remembered } from './remembered.ts'
import { LikeFile } from './same-file.tsx'
import type { UploadItem } from './upload-list.ts'
import {
  type ChosenFile,
  connectionLost,
  isBusy,
  type Problem,
  percentSent,
  spokenFor,
  type UploadState,
} from './upload-state.ts'

/** One second of frames. */
const CELLS = 24

interface FileBoxProps {
  item: UploadItem
  problem: Problem | null
  /** Whether a queue may come of it. */
  takesSeveral: boolean
  onChoose: (files: File[]) => void
  onCancel: () => void
}

/** Where the file goes: a drop area that is one native file field, then the file and how far it has come. */
export function FileBox({ item, problem, takesSeveral, onChoose, onCancel }: FileBoxProps) {
  const { state, left, continues } = item
  const id = useId()
  const busy = isBusy(state)
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>Video file</label>
        <span id={`${id}-hint`}>10 minutes or shorter</span>
      </div>
      <div className={dropClass(state, problem)}>
        {state.file ? <File state={state} /> : <Invitation />}
        <input
          id={id}
          className="drop-input"
          type="file"
          name="file"
          accept={acceptedVideos}
          required
          multiple={takesSeveral}
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
      {state.file?.like && <LikeFile file={state.file.like} />}
      {problem && <Message id={`${id}-problem`}>{problem.sentence}</Message>}
      {problem?.detail && <p className="upload-detail">{problem.detail}</p>}
      {problem?.lengthSeconds !== undefined && <Overrun seconds={problem.lengthSeconds} />}
      {!busy && left && <Unfinished left={left} continues={continues} onDiscard={onCancel} />}
      <p className="visually-hidden" aria-live="polite">
        {state.phase === 'sending' && spokenFor(state, 10)}
      </p>
    </div>
  )
}

function dropClass(state: UploadState, problem: Problem | null): string {
  if (state.file) return 'drop drop-filled'
  return problem ? 'drop drop-wrong' : 'drop'
}

function Invitation() {
  return (
    <div className="drop-invitation" aria-hidden="true">
      <span className="drop-icon">
        <Icon name="film" />
      </span>
      <b>Drop a video here</b>
      <span className="link">or choose a file</span>
    </div>
  )
}

function File({ state }: { state: UploadState }) {
  const { file, phase } = state
  if (!file) return null
  return (
    <div className="file">
      <div className="file-head">
        <span className="drop-icon">
          <Icon name="film" />
        </span>
        <div className="file-words">
          <b>{file.name}</b>
          <span className="figures">{factsOf(file)}</span>
        </div>
      </div>
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

/** Length, where it is known, and size. */
export function factsOf({ lengthSeconds, sizeBytes }: ChosenFile): string {
  return [lengthSeconds !== null && length(lengthSeconds), megabytes(sizeBytes)].filter(Boolean).join(' · ')
}

/** How far the bytes of one file have come. @param describedBy id of what tells several apart */
export function Progress({ state, describedBy }: { state: UploadState; describedBy?: string }) {
  const percent = percentSent(state)
  const total = state.file?.sizeBytes ?? 0
  return (
    <>
      <div className="file-progress figures">
        <b>{percent}%</b>
        <span>{lineFor(state, total)}</span>
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
        {Array.from({ length: CELLS }, (_, cell) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cells are their places
          <i key={cell} className={(cell + 1) / CELLS <= percent / 100 ? 'is-on' : undefined} />
        ))}
      </div>
    </>
  )
}

function lineFor(state: UploadState, total: number): string {
  if (state.retrySeconds !== null) return connectionLost(state.retrySeconds)
  if (state.phase === 'measuring')
    return state.waitingBefore === null ? 'Measuring…' : waitingWords(state.waitingBefore)
  if (state.phase === 'saving') return 'Saving…'
  return megabytesOf(state.sentBytes, total)
}

/** By how much a film is too long. */
export function Overrun({ seconds }: { seconds: number }) {
  return (
    <div className="overrun">
      <Ruler seconds={seconds} isOver />
      <span className="pencil figures">{`${length(seconds)}, that is ${length(seconds - EPISODE_MAX_SECONDS)} over`}</span>
    </div>
  )
}

function Unfinished(props: { left: Remembered; continues: boolean; onDiscard: () => void }) {
  const { left, continues, onDiscard } = props
  return (
    <div className="unfinished">
      <p>{continues ? 'This file continues where it stopped.' : sentenceFor(left)}</p>
      <button type="button" className="link" onClick={onDiscard}>
        Discard
      </button>
    </div>
  )
}

function sentenceFor({ name, address }: Remembered): string {
  return address
    ? `${name} has not arrived whole. Choose it again to continue.`
    : `${name} has not been sent yet. Choose it again to send it.`
}
