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
import { DuplicateFileNotice } from './duplicate-notice.tsx'
import { EpisodeLink } from './episode-link.tsx'
import { fileRefused } from './upload-state.ts'
import { type SavedVideo, useSavedVideo } from './use-saved-video.ts'

interface SuccessPanelProps {
  accountUid: string
  videoId: string
  /** Null when it is not known: the answer that named it was lost. */
  episodeId: string | null
  title: string
  /** Who finds it, and where: 'Public, in Fantasy.' */
  place: string
  sizeBytes: number | null
  /** A still of the file, until the video has a poster. */
  frameUrl: string | null
  /** The video as loaded with the page; null when it has yet to be fetched. */
  initial: SavedVideo | null
}

/** The panel of a saved episode: the state of its video, and links to go on. */
export function SuccessPanel(props: SuccessPanelProps) {
  const { accountUid, videoId, episodeId, title, place, sizeBytes, frameUrl, initial } = props
  const video = useSavedVideo(videoId, initial)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const state = video?.status.state ?? 'queued'
  const hasFailed = state === 'error'
  return (
    <PaperCard className="upload-card upload-done">
      <div className="done-side">
        {hasFailed ? (
          <FailedStamp />
        ) : (
          <Picture url={video?.poster ?? frameUrl} isReady={state === 'ready'} isWaiting={state !== 'ready'} />
        )}
        {!hasFailed && <Stages state={state} status={video?.status ?? null} sizeBytes={sizeBytes} />}
      </div>
      <div className="done-main column">
        <div aria-live="polite">
          <h2 ref={heading} tabIndex={-1} className="text-face">
            {title}
          </h2>
          <StatusText state={state} status={video?.status ?? null} place={place} />
        </div>
        {video?.sameAs && <DuplicateFileNotice file={video.sameAs} />}
        {episodeId !== null && !hasFailed && <EpisodeLink episodeId={episodeId} />}
        <div className="done-actions">
          {episodeId !== null && !hasFailed && (
            <Link
              className={state === 'ready' ? 'button button-primary button-wide' : 'button button-wide'}
              to={`/watch/${episodeId}`}
            >
              Watch Episode
            </Link>
          )}
          <Link className="button" to={`/creator/${accountUid}`}>
            View My Profile
          </Link>
          <Link className="button" to="/upload" reloadDocument>
            Upload Another
          </Link>
        </div>
      </div>
    </PaperCard>
  )
}

function StatusText({ state, status, place }: { state: VideoState; status: VideoStatus | null; place: string }) {
  if (state === 'ready') return <p className="muted">{`${EPISODE_IS_UP} ${place}`}</p>
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

function Picture({ url, isReady, isWaiting }: { url: string | null; isReady: boolean; isWaiting: boolean }) {
  return (
    <div className="done-picture middle">
      {url !== null && <img src={url} alt="" width="640" height="360" />}
      {url === null && isWaiting && <img className="done-asleep" src={sleep} alt="" width="167" height="196" />}
      {isReady && (
        <span className="stamp" aria-hidden="true">
          OK
        </span>
      )}
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
  const isEncoded = isReady && status !== null && status.percentComplete >= 100
  return (
    <ol className="stages" aria-label="Processing">
      <Stage state={state === 'pendingupload' ? 'now' : 'done'} name="Received">
        {sizeBytes !== null && formatMegabytes(sizeBytes)}
      </Stage>
      <Stage state={isReady ? 'done' : 'ahead'} name="Ready to watch" />
      <Stage state={isEncoded ? 'done' : state === 'pendingupload' ? 'ahead' : 'now'} name="Encoding">
        {status && !isEncoded && state !== 'pendingupload' && encodingText(status)}
      </Stage>
    </ol>
  )
}

/** What is done of the encoding; the first quality makes the video ready, and the others follow. */
function encodingText(status: VideoStatus): string {
  return status.state === 'ready' ? `${Math.floor(status.percentComplete)}%` : progressBesideEncoding(status)
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
