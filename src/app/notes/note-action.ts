import type { NoteStore } from './note-store.ts'

/** The action of a press on a note. Its notice is shown below the heading. */
export type NoteAction = (store: NoteStore) => Promise<Notice | null>

export interface Notice {
  text: string
  undo?: { name: string; act: NoteAction }
}
