// What is fetched later of notes, as one file.

export { SideParts } from '#app/watch/side-parts.tsx'
export { NoteForm } from './note-form.tsx'
export { NotesOverlay } from './notes-overlay.tsx'
