import { type FormEvent, useId, useState } from 'react'
import { Field, Success } from '#app/ui/field.tsx'
import { megabytesOf } from '#app/ui/figures.ts'
import { acceptedVideos } from '#video/video.ts'
import { mayBeRetried } from '#video/video-state.ts'
import type { OwnRow, Replacement } from './own-row.ts'
import type { Replacements, Sending } from './use-replacements.ts'
import { progressOf } from './video-words.ts'

interface FileSectionProps {
  row: OwnRow
  replacements: Replacements
}

/** 'Video file': what the episode waits for, and a way to give it a new one. Takes effect by itself. */
export function FileSection({ row, replacements }: FileSectionProps) {
  const id = useId()
  const [videoIdBefore] = useState(row.videoId)
  const { sending, isBusy, problem } = replacements.of(row)
  const { replacement } = row

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const file = new FormData(form).get('file')
    await replacements.replace(row, file instanceof File && file.name !== '' ? file : null)
  }
  return (
    <section className="edit-part" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Video file</h3>
      <p className="edit-lead">
        A new file takes the place of this one as soon as it plays. Address, views, likes, comments and date stay.
      </p>
      <form noValidate aria-busy={isBusy || undefined} onSubmit={(event) => void send(event)}>
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
              <button type="button" className="button button-small" onClick={() => void replacements.retry(row)}>
                Retry
              </button>
            )}
            <button type="button" className="button button-small" onClick={() => void replacements.cancel(row)}>
              Cancel Replacement
            </button>
          </div>
        </div>
      )}
      {row.videoId !== videoIdBefore && !replacement && <Success>The new file is in its place.</Success>}
    </section>
  )
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
            {sending ? `${Math.floor(percent / 10) * 10}% uploaded` : replacement && progressOf(replacement.status)}
          </p>
        </>
      )}
    </div>
  )
}

function share({ sentBytes, totalBytes }: Sending): number {
  return totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100)
}

function lineFor(sending: Sending): string {
  if (sending.isReconnecting) return 'Connection lost, trying again…'
  return `Uploading · ${megabytesOf(sending.sentBytes, sending.totalBytes)}`
}
