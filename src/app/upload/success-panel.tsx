import { type ReactNode, useEffect, useRef } from 'react'
import { EPISODE_IS_UP, uploadStates } from '#app/messages/uploads.ts'
import { progressBesideEncoding } from '#app/messages/video-progress.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { formatMegabytes } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import type { VideoStatus } from '#video/video.ts'
import type { VideoState } from '#video/video-state.ts'
import oops from '../art/mascot-oops.svg?no-inline'
import sleep from '../art/mascot-sleep.svg?no-inline'
import pencil from '../art/pencil-1.svg?no-inline'
import { DuplicateFileNotice } from './duplicate-notice.tsx'
import { fileRefused } from './upload-state.ts'
import { type SavedVideo, useSavedVideo } from './use-saved-video.ts'

interface SuccessPanelProps {
  accountUid: string
  videoId: string
  title: string
  sizeBytes: number | null
  /** The video as loaded with the page; null when it has yet to be fetched. */
  initial: SavedVideo | null
}

/** The panel of a saved episode: the state of its video, and links to go on. */
export function SuccessPanel({ accountUid, videoId, title, sizeBytes, initial }: SuccessPanelProps) {
  const video = useSavedVideo(videoId, initial)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const state = video?.status.state ?? 'queued'
  return (
    <PaperCard className="upload-card upload-done">
      <div className="done-text" aria-live="polite">
        {state === 'ready' && <ReadyPoster poster={video?.poster ?? null} />}
        {state === 'error' && <FailedStamp />}
        {state !== 'ready' && state !== 'error' && <img src={sleep} alt="" width="167" height="196" />}
        <h2 ref={heading} tabIndex={-1} className="text-face">
          {title}
        </h2>
        <StatusText state={state} status={video?.status ?? null} />
      </div>
      {video?.sameAs && <DuplicateFileNotice file={video.sameAs} />}
      {state !== 'error' && <Stages state={state} status={video?.status ?? null} sizeBytes={sizeBytes} />}
      <div className="done-actions">
        <Link className="button button-primary button-wide" to={`/creator/${accountUid}`}>
          View My Profile
        </Link>
        <Link className="button button-wide" to="/upload" reloadDocument>
          Upload Another
        </Link>
      </div>
    </PaperCard>
  )
}

function StatusText({ state, status }: { state: VideoState; status: VideoStatus | null }) {
  if (state === 'ready') return <p className="muted">{EPISODE_IS_UP}</p>
  if (state === 'error') {
    const { message, detail } = fileRefused(status ?? {})
    return (
      <>
        <ErrorMessage>{message}</ErrorMessage>
        <p className="muted">{detail}</p>
      </>
    )
  }
  return <p className="muted">{uploadStates.processing}</p>
}

function ReadyPoster({ poster }: { poster: string | null }) {
  return (
    <div className="done-picture">
      <img src={poster ?? pencil} alt="" width="300" height="169" />
      <span className="stamp" aria-hidden="true">
        OK
      </span>
    </div>
  )
}

function FailedStamp() {
  return (
    <div className="done-retake" aria-hidden="true">
      <img src={oops} alt="" width="167" height="196" />
      <span className="stamp stamp-square">RETAKE</span>
    </div>
  )
}

function Stages(props: { state: VideoState; status: VideoStatus | null; sizeBytes: number | null }) {
  const { state, status, sizeBytes } = props
  const isReady = state === 'ready'
  return (
    <ol className="stages" aria-label="Processing">
      <Stage state={state === 'pendingupload' ? 'now' : 'done'} name="Received">
        {sizeBytes !== null && formatMegabytes(sizeBytes)}
      </Stage>
      <Stage state={isReady ? 'done' : state === 'pendingupload' ? 'ahead' : 'now'} name="Encoding">
        {status && !isReady && state !== 'pendingupload' && progressBesideEncoding(status)}
      </Stage>
      <Stage state={isReady ? 'done' : 'ahead'} name="Ready to watch" />
    </ol>
  )
}

function Stage({ state, name, children }: { state: 'done' | 'now' | 'ahead'; name: string; children?: ReactNode }) {
  return (
    <li className={`stage stage-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
      {state === 'done' ? <Icon name="check" /> : <i />}
      <b>{name}</b>
      <span className="figures">{children}</span>
    </li>
  )
}
