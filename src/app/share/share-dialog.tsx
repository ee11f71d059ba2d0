import { type FocusEvent, useId, useRef, useState } from 'react'
import { readStartTime } from '#app/playback/start-time.ts'
import { usePausedVideo } from '#app/playback/watch-video.ts'
import { copyText } from '#app/ui/copy-text.ts'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { formatDuration, formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { CopyButton } from './copy-button.tsx'
import type { Embeddable } from './embed-code.ts'
import { EmbedCodeField } from './embed-code-field.tsx'
import '../styles/modal.css'
import '../styles/share.css'

/** The episode, series or profile that is shared. */
export interface Shared {
  path: string
  title: string
  /** Name of its creator; absent for a profile. */
  by?: string
  /** Length of the episode; absent where there is none. */
  durationSeconds?: number | null
  /** The episode, where other sites may embed it. */
  embeddable?: Embeddable | null
  /** Position in the episode. */
  seconds: number
}

export default function ShareDialog({ onClosed, ...shared }: Shared & { onClosed: () => void }) {
  const id = useId()
  usePausedVideo()
  return (
    <Modal labelledBy={id} size="small" onClosed={onClosed}>
      {() => (
        <>
          <h2 id={id}>Share</h2>
          <p className="share-what">
            {shared.title}
            {shared.by && `, by ${shared.by}`}
          </p>
          <ShareLink {...shared} />
        </>
      )}
    </Modal>
  )
}

function ShareLink({ path, title, by, durationSeconds, embeddable, seconds }: Shared) {
  const field = useRef<HTMLInputElement>(null)
  const [hasStart, setHasStart] = useState(false)
  const duration = durationSeconds ?? null
  const startErrorId = useId()
  // At its end, an episode is shared from its start.
  const [typed, setTyped] = useState(formatTime(duration !== null && seconds < duration ? seconds : 0))
  const [lastCopy, setLastCopy] = useState<{ url: string; isDone: boolean } | null>(null)
  const start = startWithin(typed, duration)
  const url = `${location.origin}${path}${hasStart && start ? `?t=${start}` : ''}`
  const isStartInvalid = hasStart && start === null
  // Counts only for the link that is shown.
  const copied = lastCopy?.url === url ? lastCopy : null
  const startText = hasStart && start ? `, starts at ${formatTime(start)}` : ''

  async function copy(): Promise<boolean> {
    const isDone = await copyText(url, field.current)
    setLastCopy({ url, isDone })
    return isDone
  }

  return (
    <>
      <div className="share-link">
        <Field ref={field} label="Link" readOnly value={url} onFocus={selectFromEnd} />
        <CopyButton key={url} isPrimary copy={copy} />
      </div>
      {duration !== null && (
        <div className="share-start row cluster gap-3 muted small">
          <label className="switch">
            <input
              type="checkbox"
              // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes natively whether it is checked
              role="switch"
              checked={hasStart}
              onChange={(event) => setHasStart(event.currentTarget.checked)}
            />
            Start at
          </label>
          <input
            className="input figures"
            aria-label="Start time"
            aria-invalid={isStartInvalid || undefined}
            aria-describedby={isStartInvalid ? startErrorId : undefined}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setHasStart(true)
            }}
          />
          <span className="figures">of {formatDuration(duration)}</span>
        </div>
      )}
      {isStartInvalid && duration !== null && (
        <ErrorMessage id={startErrorId}>Please enter a time earlier than {formatDuration(duration)}.</ErrorMessage>
      )}
      <p className="message message-good share-copied" role="status" hidden={!copied?.isDone}>
        {copied?.isDone && `Link copied${startText}.`}
      </p>
      {copied?.isDone === false && (
        <ErrorMessage>The link could not be copied. Please select and copy it.</ErrorMessage>
      )}
      {embeddable && <EmbedCodeField episode={embeddable} start={hasStart ? (start ?? 0) : 0} />}
      <div className="share-app cluster gap-3">
        {'share' in navigator && (
          <button
            type="button"
            className="button"
            // Rejected when the person chooses no app.
            onClick={() => void navigator.share({ title, url }).catch(() => {})}
          >
            <Icon name="share" />
            Share via...
          </button>
        )}
        <a className="button button-text" href={mailPath(by ? `${title}, by ${by}` : title, url)}>
          <Icon name="mail" />
          Mail
        </a>
      </div>
    </>
  )
}

/** Selects the link from its end; a long one shows its beginning. */
function selectFromEnd({ currentTarget: field }: FocusEvent<HTMLInputElement>): void {
  field.setSelectionRange(0, field.value.length, 'backward')
  field.scrollLeft = 0
}

function mailPath(subject: string, url: string): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`
}

/** Whole seconds before the end; null for a text that is no time of this episode. */
function startWithin(text: string, durationSeconds: number | null): number | null {
  const seconds = readStartTime(text)
  return seconds !== null && durationSeconds !== null && seconds < durationSeconds ? Math.floor(seconds) : null
}
