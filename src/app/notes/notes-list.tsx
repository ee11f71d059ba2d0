import { type SyntheticEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { LoginLink } from '#app/auth/login-link.tsx'
import { useCurrentUser } from '#app/http/current-user.ts'
import { toRefusal } from '#app/http/refusal-shown.ts'
import { useReport } from '#app/report/use-report.tsx'
import { formatCount } from '#app/ui/format.ts'
import type { NoteAction, Notice } from './note-action.ts'
import type { NoteOptions } from './note-options.ts'
import { NoteRow } from './note-row.tsx'
import { useNoteSettings } from './note-settings.ts'
import { type ShownNote, useNotes } from './note-store.ts'
import { NoteWords } from './note-words.tsx'
import { NotesSwitch } from './notes-switch.tsx'
import { useShownFrame } from './use-shown-frame.ts'
import '../styles/notes.css'

/** Rows around the one that plays; the others by 'Show All'. */
const ROWS = 60

interface NotesListProps {
  notes: NoteOptions
  durationSeconds: number
  creatorUid: string
  /** Whether anybody who is signed in can write one. */
  takesNotes: boolean
}

/** All notes in the order of their frames, as a list to read. */
export function NotesList({ notes: options, durationSeconds, creatorUid, takesNotes }: NotesListProps) {
  const { store, state } = useNotes(options, durationSeconds)
  const user = useCurrentUser()
  const isFollowedOnly = useNoteSettings().isFollowedOnly && user !== null
  const frame = useShownFrame(state.times)
  // The report is kept here rather than in a row, since rows are added and removed while the video plays.
  const report = useReport()
  const [showsAll, setShowsAll] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const now = useMemo(() => state.notes.findLastIndex((note) => note.frame <= frame), [state.notes, frame])
  const first = showsAll ? 0 : Math.max(0, Math.min(now - ROWS / 2, state.notes.length - ROWS))
  const shown = state.notes.slice(first, showsAll ? undefined : first + ROWS)
  const current = state.notes[now]
  const list = useFollowing(current)

  const act = useCallback(
    async (action: NoteAction): Promise<void> => {
      setRefusal(null)
      setNotice(null)
      try {
        setNotice(await action(store))
      } catch (thrown) {
        setRefusal(toRefusal(thrown).message)
      }
    },
    [store],
  )

  return (
    <>
      <NotesSwitch />
      {refusal && (
        <p className="message" role="alert">
          {refusal}
        </p>
      )}
      <div role="status">
        {notice && (
          <p className="message message-good">
            {notice.text}{' '}
            {notice.undo && (
              <button type="button" className="text-button" onClick={() => void act(notice.undo!.act)}>
                {notice.undo.name}
              </button>
            )}
          </p>
        )}
      </div>
      {state.phase === 'failed' && (
        <p className="message" role="alert">
          The notes could not be loaded.{' '}
          <button type="button" className="text-button" onClick={() => void store.load()}>
            Try Again
          </button>
        </p>
      )}
      {state.phase === 'ready' && state.notes.length === 0 && (
        <p className="notes-none">
          {isFollowedOnly ? 'No notes from people you follow.' : 'No notes yet. Add one to any frame of this episode.'}
        </p>
      )}
      {shown.length > 0 && (
        <ol className="notes-list" ref={list} aria-label="Notes in episode order" onToggle={showMenu}>
          {shown.map((note) => (
            <NoteRow
              key={note.id}
              note={note}
              times={state.times}
              episodeId={options.episodeId}
              isCurrent={note === current}
              user={user}
              creatorUid={creatorUid}
              act={act}
              report={report.open}
            />
          ))}
        </ol>
      )}
      {!showsAll && state.notes.length > ROWS && (
        <button type="button" className="button button-small" onClick={() => setShowsAll(true)}>
          Show All {formatCount(state.notes.length)}
        </button>
      )}
      {state.phase !== 'loading' && takesNotes && user === null && (
        <p className="notes-none">
          <LoginLink className="link" path={`/watch/${options.episodeId}`}>
            Log in
          </LoginLink>{' '}
          to write a note.
        </p>
      )}
      {state.phase !== 'loading' && <NoteWords />}
      {report.dialog}
    </>
  )
}

/** Brings a menu that was opened into sight within the list. */
function showMenu({ target }: SyntheticEvent): void {
  if (target instanceof HTMLDetailsElement && target.open) target.lastElementChild?.scrollIntoView({ block: 'nearest' })
}

/** Keeps the current row in sight within its list, but not while the pointer or the focus is in it. */
function useFollowing(current: ShownNote | undefined) {
  const list = useRef<HTMLOListElement>(null)
  const id = current?.id
  useEffect(() => {
    const element = list.current
    const row = id && element?.querySelector<HTMLElement>('[aria-current]')
    if (!element || !row || element.matches(':hover, :focus-within')) return
    const top = row.offsetTop - element.offsetTop
    if (top < element.scrollTop || top + row.offsetHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = Math.max(0, top - element.clientHeight / 3)
  }, [id])
  return list
}
