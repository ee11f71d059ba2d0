import { useSyncExternalStore } from 'react'

let drawn: string | null = null
const listeners = new Set<() => void>()

/** Draws the text of a note that is still being written over the picture, or removes it with null. */
export function drawNote(text: string | null): void {
  drawn = text === '' ? null : text
  for (const listener of listeners) listener()
}

/** The text of the note that is being written; null for none. */
export function useDrawnNote(): string | null {
  return useSyncExternalStore(subscribe, read, read)
}

const read = () => drawn

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
