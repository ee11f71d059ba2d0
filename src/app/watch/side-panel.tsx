import type { NoteOptions } from '#app/notes/note-options.ts'
import { useNotesParts } from '#app/notes/use-notes-parts.ts'
import { formatCount } from '#app/ui/format.ts'
import { SidePlaces } from './side-places.tsx'

export interface SidePanelProps {
  episodeId: string
  /** Null where nobody writes notes and none is to be seen. */
  notes: {
    options: NoteOptions
    durationSeconds: number | null
    creatorUid: string
    /** Of the notes that everybody sees. */
    count: number
  } | null
  /** Null without approved texts. */
  lines: {
    /** Names the texts, whose lines are read again when others are there. */
    texts: string
    count: number
    /** Whether moments have more than one language. */
    isTranslated: boolean
  } | null
  /** Whether the player is on the page: an episode that flashes asks before. */
  hasPlayer: boolean
}

/** Notes and lines beside the player. What differs by viewer is read by the page itself; its place is kept for it. */
export function SidePanel(props: SidePanelProps) {
  const { episodeId, notes, lines } = props
  const parts = useNotesParts(episodeId)
  if (!notes && !lines) return null
  return (
    <section className="side-panel" aria-labelledby="side-title">
      {parts ? (
        <parts.SideParts {...props} />
      ) : (
        <h2 id="side-title" className={notes && lines ? 'side-tabs' : undefined}>
          {notes && <SideName name="Notes" count={notes.count} />}
          {lines && <SideName name="Lines" count={lines.count} />}
        </h2>
      )}
      <SidePlaces notes={notes} lines={lines} />
    </section>
  )
}

function SideName({ name, count }: { name: string; count: number }) {
  return (
    <span>
      {name} <span className="figures">{formatCount(count)}</span>{' '}
    </span>
  )
}
