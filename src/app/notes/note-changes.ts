/** What the creator's marks on a note change for the comment that it is; null when the note was removed. */
export type NoteChange = { hidden: boolean; held: boolean } | null

type Listener = (id: string, change: NoteChange) => void
const listeners = new Set<Listener>()

export function emitNoteChange(id: string, change: NoteChange): void {
  for (const listener of listeners) listener(id, change)
}

/** Tells the list of comments, which has the notes too. @returns a function that reverts it */
export function onNoteChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
