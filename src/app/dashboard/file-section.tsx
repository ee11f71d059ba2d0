import { type FormEvent, useId, useState } from 'react'
import { Field, Success } from '#app/ui/field.tsx'
import { megabytesOf } from '#app/ui/figures.ts'
import { CONNECTION_LOST, connectionLost } from '#app/upload/upload-state.ts'
import { acceptedVideos } from '#video/video.ts'
import { mayBeRetried } from '#video/video-state.ts'
import type { OwnRow, Replacement } from './own-row.ts'
import { type Problem, REPLACING_FAILED } from './problems.ts'
import type { TabId } from './tabs.ts'
import type { Replacements, Replacing, Sending } from './use-replacements.ts'
import { progressOf } from './video-words.ts'

interface FileSectionProps {
  row: OwnRow
  tab: TabId
  /** What a form that went to the server by itself met. */
  problem: Problem | null
  /** Absent where the forms go to the server by themselves. */
  replacements?: Replacements
}

/** 'Video file': what the episode waits for, and a way to give it a new one. Takes effect by itself. */
export function FileSection({ row, tab, replacements, ...props }: FileSectionProps) {
  const id = useId()
  const [videoIdBefore] = useState(row.videoId)
  const { sending, isBusy, problem } = replacements?.of(row) ?? plainly(props.problem)
  const { replacement } = row
  const address = `/dashboard?tab=${tab}&edit=${encodeURIComponent(row.id)}`

  /** Sends a form as its wish. */
  const send = (wish: (replacements: Replacements, form: HTMLFormElement) => Promise<void>) => {
    if (!replacements) return undefined
    return (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      void wish(replacements, event.currentTarget)
    }
  }
  return (
    <section className="edit-part" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Video file</h3>
      <p className="edit-lead">
        A new file takes the place of this one as soon as it plays. Address, views, likes, comments and date stay.
      </p>
      <form
        method="post"
        action={`${address}&file`}
        encType="multipart/form-data"
        noValidate
        aria-busy={isBusy || undefined}
        onSubmit={send((each, form) => each.replace(row, chosenIn(form)))}
      >
        <Field
          label="New video file"
          hint="10 minutes or shorter"
          name="file"
          type="file"
          accept={acceptedVideos}
          disabled={sending !== null}
          error={problem ?? undefined}
        />
        <button type="submit" className="button button-small" disabled={sending !== null}>
          Replace File
        </button>
      </form>
      {(sending || replacement) && (
        <div className="replacement">
          <Progress sending={sending} replacement={replacement} />
          <div className="replacement-actions">
            {!sending && replacement && mayBeRetried(replacement.status) && (
              <form method="post" action={address} onSubmit={send((each) => each.retry(row))}>
                <Waited intent="retry-replacement" row={row} />
                <button type="submit" className="button button-small">
                  Retry
                </button>
              </form>
            )}
            <form method="post" action={address} onSubmit={send((each) => each.cancel(row))}>
              <Waited intent="cancel-replacement" row={row} />
              <button type="submit" className="button button-small">
                Cancel Replacement
              </button>
            </form>
          </div>
        </div>
      )}
      {row.videoId !== videoIdBefore && !replacement && <Success>The new file is in its place.</Success>}
    </section>
  )
}

/** What a form about the file that is waited for says to the server. */
function Waited({ intent, row: { id, replacement } }: { intent: string; row: OwnRow }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="videoId" value={replacement?.videoId ?? ''} />
    </>
  )
}

function plainly(problem: Problem | null): Replacing {
  return { sending: null, isBusy: false, problem: problem && (problem.detail ?? REPLACING_FAILED) }
}

function chosenIn(form: HTMLFormElement): File | null {
  const file = new FormData(form).get('file')
  return file instanceof File && file.name !== '' ? file : null
}

/** How far the new file has come: on its way from here, or at the server. */
function Progress({ sending, replacement }: { sending: Sending | null; replacement: Replacement | null }) {
  const name = sending?.name ?? replacement?.name
  const percent = sending ? share(sending) : (replacement?.status.percentComplete ?? 0)
  const isFailed = !sending && replacement?.status.state === 'error'
  return (
    <div className="replacement-words">
      <b>{name}</b>
      {isFailed ? (
        <p className="own-reason" role="status">
          {replacement.status.reason} The film that is there stays.
        </p>
      ) : (
        <>
          <p className="figures">{sending ? lineFor(sending) : replacement && progressOf(replacement.status)}</p>
          <progress value={percent} max={100} aria-label="New file" />
          <p className="visually-hidden" role="status">
            {sending ? spokenFor(sending, percent) : replacement && progressOf(replacement.status)}
          </p>
        </>
      )}
    </div>
  )
}

function share({ sentBytes, totalBytes }: Sending): number {
  return totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100)
}

function spokenFor({ retrySeconds }: Sending, percent: number): string {
  return retrySeconds === null ? `${Math.floor(percent / 10) * 10}% uploaded` : CONNECTION_LOST
}

function lineFor(sending: Sending): string {
  if (sending.retrySeconds !== null) return connectionLost(sending.retrySeconds)
  return `Uploading · ${megabytesOf(sending.sentBytes, sending.totalBytes)}`
}
