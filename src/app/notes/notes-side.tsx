import type { NoteOptions } from './note-options.ts'
import { NotePlaces } from './note-places.tsx'
import { useNotesParts } from './use-notes-parts.ts'

interface NotesSideProps {
  notes: NoteOptions
  durationSeconds: number | null
  creatorUid: string
  /** Of the notes that everybody sees. */
  count: number
}

/** The list of notes beside the player, read by the page itself: it differs by viewer. Its place is kept for it. */
export function NotesSide({ notes, durationSeconds, creatorUid, count }: NotesSideProps) {
  const parts = useNotesParts(notes.episodeId)
  return (
    <section className="notes-side" id="notes" aria-labelledby="notes-title">
      {parts ? (
        <parts.NotesList
          key={notes.episodeId}
          notes={notes}
          durationSeconds={durationSeconds ?? 0}
          creatorUid={creatorUid}
          count={count}
        />
      ) : (
        <>
          <h2 id="notes-title">Notes</h2>
          <NotePlaces count={count} />
        </>
      )}
    </section>
  )
}
