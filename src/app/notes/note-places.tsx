/** Rows that the list shows without scrolling. */
const ROWS = 8

/** As much room as the list will take. @param count of the notes that everybody sees */
export function NotePlaces({ count }: { count: number }) {
  return (
    <div className="note-places">
      {Array.from({ length: Math.min(count, ROWS) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it is nothing but a place
        <div key={row} className="note-place" />
      ))}
    </div>
  )
}
