import type { NoteStore } from './note-store.ts'

/** What a press on a note does; what it answers is said below the heading. */
export type NoteAction = (store: NoteStore) => Promise<Notice | null>

export interface Notice {
  text: string
  undo?: { name: string; act: NoteAction }
}
