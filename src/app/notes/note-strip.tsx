import type { NoteOptions } from './note-options.ts'
import { useNotesParts } from './use-notes-parts.ts'

interface NoteStripProps {
  notes: NoteOptions
  durationSeconds: number | null
}

/** The strip of paper under the player, for a note at this frame. It needs scripts, as the player does. */
export function NoteStrip({ notes, durationSeconds }: NoteStripProps) {
  const parts = useNotesParts(notes.episodeId)
  return (
    <div className={notes.viewerUid === null ? 'paper note-strip is-short' : 'paper note-strip'}>
      {parts && <parts.NoteForm key={notes.episodeId} notes={notes} durationSeconds={durationSeconds ?? 0} />}
    </div>
  )
}
