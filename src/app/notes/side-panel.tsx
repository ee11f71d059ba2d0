import { formatCount } from '#app/ui/format.ts'
import type { SidePanelProps } from './side-panel-props.ts'
import { SidePlaces } from './side-places.tsx'
import { useNotesParts } from './use-notes-parts.ts'

/** Notes and lines beside the player. The browser loads the parts that differ by viewer; their space is reserved. */
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
          {lines && <SideName name="Transcript" count={lines.count} />}
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
