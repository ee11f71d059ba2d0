import { type RefObject, useMemo } from 'react'
import { createPortal } from 'react-dom'
import type { ControlProps } from '#app/player/control-props.ts'
import { useMediaQuery } from '#app/ui/use-media-query.ts'
import { useDrawnNote } from './drawn-note.ts'
import { DriftingNote } from './drifting-note.tsx'
import { NOTE_SECONDS, placedAt, placeNotes, STANDING_LANES, type TimedNote } from './note-lanes.ts'
import type { NoteOptions } from './note-options.ts'
import { isLeftOut, paces, useNoteSettings } from './note-settings.ts'
import { type NotesState, useNotes } from './note-store.ts'
import { NotesStripe } from './notes-stripe.tsx'
import '../styles/notes.css'

interface NotesOverlayProps extends ControlProps {
  container: RefObject<HTMLElement | null>
  video: RefObject<HTMLVideoElement | null>
  notes: NoteOptions
}

interface PictureNote extends TimedNote {
  text: string
}

/** A note is in the page so much earlier than it is seen. */
const AHEAD_SECONDS = 1

/** Notes over the upper third of the picture, and their places above the seek bar. Screen readers read the list. */
export function NotesOverlay({ state, container, video, notes: options }: NotesOverlayProps) {
  const { state: read } = useNotes(options, state.duration)
  const settings = useNoteSettings()
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const { words, atOnce, pace, strength, isOn } = settings
  const timed = useMemo(() => timedNotes(read, words, options.viewerUid), [read, words, options.viewerUid])
  const placed = useMemo(() => {
    const lanes = isStill ? Math.min(STANDING_LANES, atOnce) : atOnce
    return placeNotes(timed, { lanes, seconds: isStill ? NOTE_SECONDS : NOTE_SECONDS * paces[pace] })
  }, [timed, isStill, atOnce, pace])
  const picture = container.current?.querySelector('.player-picture')
  const seek = container.current?.querySelector('.seek')
  const written = useDrawnNote()
  const isShown = isOn && state.study !== 'open' && state.failure === null
  const isMoving = state.isPlaying && !state.isWaiting
  const shown = isShown ? placedAt(placed, state.position, isStill ? 0 : AHEAD_SECONDS) : []
  return (
    <>
      {picture &&
        isShown &&
        createPortal(
          <div
            className={isStill ? 'notes-layer is-still' : 'notes-layer'}
            style={{ opacity: strength / 100 }}
            aria-hidden="true"
          >
            {shown.map(({ note, lane, from, to }) =>
              isStill ? (
                <p key={note.id} className="note-on-picture" data-lane={lane}>
                  {note.text}
                </p>
              ) : (
                <DriftingNote
                  key={note.id}
                  lane={lane}
                  from={from}
                  to={to}
                  video={video}
                  isMoving={isMoving}
                  text={note.text}
                  position={state.position}
                  rate={state.rate}
                />
              ),
            )}
          </div>,
          picture,
        )}
      {picture &&
        written !== null &&
        createPortal(
          <div className="notes-layer" aria-hidden="true">
            <p className="note-on-picture note-unsent">{written}</p>
          </div>,
          picture,
        )}
      {seek &&
        createPortal(
          <NotesStripe times={timed} duration={state.duration} position={state.position} isDense={isOn} />,
          seek,
        )}
    </>
  )
}

/** The notes that may appear over the picture, in the order of their frames. */
function timedNotes({ notes, times }: NotesState, words: readonly string[], viewerUid: string | null): PictureNote[] {
  return notes
    .filter(({ hidden, held, text }) => !hidden && !held && !isLeftOut(text, words))
    .map(({ id, text, frame, pinned, author }) => ({
      id,
      text,
      at: times.startOf(frame),
      isPinned: pinned,
      isOwn: author.uid === viewerUid,
    }))
}
