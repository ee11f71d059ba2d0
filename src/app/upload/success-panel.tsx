import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Message } from '#app/ui/field.tsx'
import { megabytes } from '#app/ui/figures.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { titleFace } from '#app/ui/title-face.ts'
import { waitingWords } from '#video/video.ts'
import oops from '../art/mascot-oops.svg?no-inline'
import sleep from '../art/mascot-sleep.svg?no-inline'
import pencil from '../art/pencil-1.svg?no-inline'
import type { ApiVideo } from './api.ts'
import { SameFileNotice } from './same-file.tsx'
import { fileRefused } from './upload-state.ts'
import { useWatchedVideo } from './use-watched-video.ts'

interface SuccessPanelProps {
  accountUid: string
  videoId: string
  title: string
  sizeBytes: number | null
  /** The video as the page was loaded with it; null when it is still to be asked for. */
  first: ApiVideo | null
}

/** The episode is saved: what becomes of its video, and where to go from here. */
export function SuccessPanel({ accountUid, videoId, title, sizeBytes, first }: SuccessPanelProps) {
  const video = useWatchedVideo(videoId, first)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const state = video?.status.state ?? 'queued'
  return (
    <Sheet className="upload-sheet upload-done">
      <div className="done-words" aria-live="polite">
        {state === 'ready' && <Done poster={video?.playback.poster ?? null} />}
        {state === 'error' && <Retake />}
        {state !== 'ready' && state !== 'error' && <img src={sleep} alt="" width="167" height="196" />}
        <h2 ref={heading} tabIndex={-1} className={titleFace(title)}>
          {title}
        </h2>
        <Saying state={state} status={video?.status ?? null} />
      </div>
      {video?.sameAs && <SameFileNotice file={video.sameAs} />}
      {state !== 'error' && <Stages state={state} status={video?.status ?? null} sizeBytes={sizeBytes} />}
      <div className="done-actions">
        <Link className="button button-primary button-wide" to={`/creator/${accountUid}`}>
          View My Profile
        </Link>
        <Link className="button button-wide" to="/upload" reloadDocument>
          Upload Another
        </Link>
      </div>
    </Sheet>
  )
}

type State = ApiVideo['status']['state']

function Saying({ state, status }: { state: State; status: ApiVideo['status'] | null }) {
  if (state === 'ready') return <p className="muted">Your episode is up.</p>
  if (state === 'error') {
    const { sentence, detail } = fileRefused(status ?? {})
    return (
      <>
        <Message>{sentence}</Message>
        <p className="muted">{detail}</p>
      </>
    )
  }
  return <p className="muted">You can leave this page. The episode appears on your profile when it is ready.</p>
}

function Done({ poster }: { poster: string | null }) {
  return (
    <div className="done-picture">
      <img src={poster ?? pencil} alt="" width="300" height="169" />
      <span className="stamp" aria-hidden="true">
        OK
      </span>
    </div>
  )
}

function Retake() {
  return (
    <div className="done-retake" aria-hidden="true">
      <img src={oops} alt="" width="167" height="196" />
      <span className="stamp stamp-square">RETAKE</span>
    </div>
  )
}

function Stages(props: { state: State; status: ApiVideo['status'] | null; sizeBytes: number | null }) {
  const { state, status, sizeBytes } = props
  const isReady = state === 'ready'
  return (
    <ol className="stages" aria-label="Processing">
      <Stage is={state === 'pendingupload' ? 'now' : 'done'} name="Received">
        {sizeBytes !== null && megabytes(sizeBytes)}
      </Stage>
      <Stage is={isReady ? 'done' : state === 'pendingupload' ? 'ahead' : 'now'} name="Encoding">
        {status && !isReady && progressOf(status)}
      </Stage>
      <Stage is={isReady ? 'done' : 'ahead'} name="Ready to watch" />
    </ol>
  )
}

/** Beside 'Encoding': its place while it waits, then what is done and how far it is. */
function progressOf({ step = '', waitingBefore, percentComplete }: ApiVideo['status']): string {
  if (waitingBefore !== undefined) return waitingWords(waitingBefore)
  const parts = [step.replace(/^Encoding /, ''), percentComplete > 0 && `${percentComplete}%`]
  return parts.filter(Boolean).join(' · ')
}

function Stage({ is, name, children }: { is: 'done' | 'now' | 'ahead'; name: string; children?: ReactNode }) {
  return (
    <li className={`stage stage-${is}`} aria-current={is === 'now' ? 'step' : undefined}>
      {is === 'done' ? <Icon name="check" /> : <i />}
      <b>{name}</b>
      <span className="figures">{children}</span>
    </li>
  )
}
