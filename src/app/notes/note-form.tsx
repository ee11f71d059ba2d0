import { type FormEvent, useId, useState } from 'react'
import { loginPath } from '#app/http/login-path.ts'
import { type ShownRefusal, toRefusal } from '#app/http/refusal-shown.ts'
import { formatFrames } from '#app/playback/frame-times.ts'
import { currentSeconds, findVideo, useCurrentSeconds } from '#app/playback/watch-video.ts'
import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { NOTE_MAX_CHARACTERS } from '#engagement/comments/note.ts'
import type { NoteOptions } from './note-options.ts'
import { useNotes } from './note-store.ts'
import { useShownFrame } from './use-shown-frame.ts'
import '../styles/notes.css'

/** The number of characters left from which they are counted down. */
const FEW_CHARACTERS = 20

interface NoteFormProps {
  notes: NoteOptions
  durationSeconds: number
}

/** Writes a note at the frame that is shown, or was when the text was begun. */
export function NoteForm({ notes, durationSeconds }: NoteFormProps) {
  if (notes.viewerUid === null) return <LogIn episodeId={notes.episodeId} />
  return <Form notes={notes} durationSeconds={durationSeconds} />
}

function Form({ notes, durationSeconds }: NoteFormProps) {
  const id = useId()
  const { store, state } = useNotes(notes, durationSeconds)
  const shown = useShownFrame(state.times)
  const [text, setText] = useState('')
  const [begun, setBegun] = useState<number | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<ShownRefusal | null>(null)
  const [notice, setNotice] = useState('')
  const frame = begun ?? shown
  const left = NOTE_MAX_CHARACTERS - [...text].length
  const label = `Note at ${placeOf(state.times, frame)}`

  function type(typed: string): void {
    setText(typed)
    setNotice('')
    if (typed === '') setBegun(null)
    else if (begun === null) setBegun(state.times.frameAt(findVideo()?.currentTime ?? 0))
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setRefusal(null)
    try {
      const { held } = await store.write(text, frame)
      setText('')
      setBegun(null)
      setNotice(held ? 'Note sent. It will appear once the creator approves it.' : 'Note added.')
    } catch (thrown) {
      setRefusal(toRefusal(thrown))
    }
    setIsBusy(false)
  }

  const wait = refusal?.retryAfterSeconds ? ` Try again in ${formatTime(refusal.retryAfterSeconds)}.` : ''
  return (
    <form className="note-form" onSubmit={send}>
      <label className="figures" htmlFor={`${id}-text`}>
        {label}
      </label>
      <input
        id={`${id}-text`}
        className="input"
        value={text}
        autoComplete="off"
        enterKeyHint="send"
        // A note is stored by its frame, which where the rate varies depends on all before it.
        onFocus={() => void store.readTimes().catch(() => {})}
        placeholder="What do you see here?"
        aria-describedby={`${id}-count${refusal ? ` ${id}-message` : ''}`}
        aria-invalid={refusal !== null || left < 0 || undefined}
        onChange={(event) => type(event.target.value)}
      />
      <span id={`${id}-count`} className={`note-count figures ${left <= FEW_CHARACTERS ? 'is-few' : ''}`}>
        {countOf(left)}
      </span>
      <button type="submit" className="button button-small button-primary" disabled={isBusy || left < 0}>
        Send
      </button>
      {refusal && (
        <p className="message" id={`${id}-message`} role="alert">
          {refusal.message}
          {wait}
        </p>
      )}
      <p className="note-notice" role="status">
        {notice}
      </p>
    </form>
  )
}

function LogIn({ episodeId }: { episodeId: string }) {
  const seconds = useCurrentSeconds()
  const path = `/watch/${episodeId}`
  return (
    <p className="note-login">
      <span className="figures">Note at {formatTime(seconds)}</span>
      <a
        className="button button-small"
        href={loginPath(path, seconds)}
        onClick={(event) => {
          event.currentTarget.href = loginPath(path, currentSeconds())
        }}
      >
        <Icon name="note" />
        Log In to Add a Note
      </a>
    </p>
  )
}

/** '3:18 +09'. */
function placeOf(times: ReturnType<typeof useNotes>['state']['times'], frame: number): string {
  const { second, frames } = times.clockOf(frame)
  return `${formatTime(second)} ${formatFrames(frames)}`
}

function countOf(left: number): string {
  if (left < 0) return `${-left} over the limit`
  return left <= FEW_CHARACTERS ? `${left} left` : `${NOTE_MAX_CHARACTERS - left} of ${NOTE_MAX_CHARACTERS}`
}
