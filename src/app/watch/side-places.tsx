import type { SideContents } from './side-panel-props.ts'

/** Heights in pixels, as in watch.css, notes.css and lines.css. */
const PLACE = 49
const NOTES_MAX = 8
const LINES_LIST_MAX = 340
/** The search above the lines, the note and the reports below them, less the space below a place of notes. */
const LINES_AROUND = 90

/** As much room as the taller of the lists will take, in boxes: the page of the server has no inline styles. */
export function SidePlaces({ notes, lines }: Pick<SideContents, 'notes' | 'lines'>) {
  const linesHeight = lines && LINES_AROUND + Math.min(lines.count * (lines.texts.length > 1 ? 58 : 44), LINES_LIST_MAX)
  const rows = Math.max(Math.min(notes?.count ?? 0, NOTES_MAX), Math.ceil((linesHeight ?? 0) / PLACE))
  return (
    <div className="side-places">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it is nothing but a place
        <div key={row} />
      ))}
    </div>
  )
}
