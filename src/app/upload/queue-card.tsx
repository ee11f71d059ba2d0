import { type FormEvent, useId } from 'react'
import { Message } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { waitingWords } from '#video/video.ts'
import type { ApiVideo } from './api.ts'
import { EpisodeFields } from './episode-fields.tsx'
import { FileBox, factsOf, Overrun, Progress } from './file-box.tsx'
import { LikeFile, SameFileNotice } from './same-file.tsx'
import type { UploadItem } from './upload-list.ts'
import { fileRefused, isBusy, type Problem, spokenFor } from './upload-state.ts'
import { useWatchedVideo } from './use-watched-video.ts'

/** Several cards ask at once, so each of them less often than a panel that is alone. */
const ASK_EVERY_MS = 2_000

interface QueueCardProps {
  item: UploadItem
  /** How many are sent before it while it waits. */
  before: number
  keepForm: (form: HTMLFormElement | null) => void
  onChoose: (files: File[]) => void
  onSubmit: () => void
  onCancel: () => void
  onRemove: () => void
}

/** One file of the queue: its words until it is sent, then how far it is, then what became of it. */
export function QueueCard({ item, before, keepForm, onChoose, onSubmit, onCancel, onRemove }: QueueCardProps) {
  const titleId = useId()
  const { state, fileName, words } = item
  if (state.saved) return <DoneCard titleId={titleId} {...state.saved} />
  const busy = isBusy(state)
  const isIdle = state.phase === 'idle'
  const submitted = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <article className="paper queue-card" aria-labelledby={titleId}>
      <header className="queue-head">
        <span className="drop-icon">
          <Icon name="film" />
        </span>
        <div className="file-words">
          <h2 id={titleId}>{fileName}</h2>
          {state.file && <span className="figures">{factsOf(state.file)}</span>}
        </div>
        {/* One button under two names, so that the focus stays on it. */}
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
          <p className="queue-title">{words.title}</p>
          {state.phase === 'waiting' ? (
            <p className="queue-wait figures">{waitingWords(before)}</p>
          ) : (
            <Progress state={state} describedBy={titleId} />
          )}
          <p className="visually-hidden" aria-live="polite">
            {state.phase === 'sending' && `${fileName}: ${spokenFor(state, 25)}`}
          </p>
        </div>
      ) : (
        <form ref={keepForm} className="queue-form" noValidate onSubmit={submitted}>
          <EpisodeFields words={words} />
          {!state.file && (
            <FileBox
              item={item}
              problem={state.problem?.at === 'file' ? state.problem : null}
              takesSeveral={false}
              onChoose={onChoose}
              onCancel={onRemove}
            />
          )}
        </form>
      )}
      {state.file && item.continues && !busy && <p className="upload-continues">It continues where it stopped.</p>}
      {state.file?.like && !busy && <LikeFile file={state.file.like} />}
      {state.problem && (state.file !== null || state.problem.at === 'submit') && <Trouble problem={state.problem} />}
    </article>
  )
}

function Trouble({ problem: { sentence, detail, lengthSeconds } }: { problem: Problem }) {
  return (
    <div className="queue-trouble">
      <Message>{sentence}</Message>
      {detail && <p className="upload-detail">{detail}</p>}
      {lengthSeconds !== undefined && <Overrun seconds={lengthSeconds} />}
    </div>
  )
}

/** Saved: what becomes of its video. */
function DoneCard({ titleId, videoId, title }: { titleId: string; videoId: string; title: string }) {
  const video = useWatchedVideo(videoId, null, ASK_EVERY_MS)
  const failed = video?.status.state === 'error' ? fileRefused(video.status) : null
  return (
    <article className="paper queue-card queue-done" aria-labelledby={titleId}>
      <header className="queue-head">
        <span className={failed ? 'drop-icon queue-failed' : 'drop-icon queue-sent'}>
          <Icon name={failed ? 'warn' : 'check'} />
        </span>
        <div className="file-words">
          <h2 id={titleId}>{title}</h2>
          {!failed && <span className="figures">{stateWords(video)}</span>}
        </div>
      </header>
      {failed && <Trouble problem={failed} />}
      {video?.sameAs && <SameFileNotice file={video.sameAs} />}
    </article>
  )
}

function stateWords(video: ApiVideo | null): string {
  if (video?.status.state === 'ready') return 'Your episode is up.'
  const { step, percentComplete, waitingBefore } = video?.status ?? {}
  if (waitingBefore !== undefined) return waitingWords(waitingBefore)
  if (!step) return 'Received'
  return percentComplete ? `${step} · ${percentComplete}%` : step
}
