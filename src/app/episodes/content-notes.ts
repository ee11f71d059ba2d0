import { type ContentNote, contentNotes } from '#catalog/content-notes.ts'

/** Marks a form in which a missing content note means that it is off. */
export const ASKS_CONTENT_NOTES = 'asksContentNotes'

export const contentNoteNames: Record<ContentNote, string> = {
  gore: 'Gore',
  flashing: 'Flashing lights',
  spoilers: 'Spoilers',
  loud: 'Loud sounds',
}

/** Name of a content note's field in a form. */
export function contentNoteField(note: ContentNote): string {
  return `contentNote.${note}`
}

/** The content notes that are checked in a form. */
export function readContentNotes(fields: { has(name: string): boolean }): ContentNote[] {
  return contentNotes.filter((note) => fields.has(contentNoteField(note)))
}

/** 'Flashing lights, loud sounds'. */
export function formatContentNotes(notes: readonly ContentNote[]): string {
  const text = notes.map((note) => contentNoteNames[note].toLowerCase()).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
