// What is fetched later of notes, as one file.

export { NoteForm } from './note-form.tsx'
export { NotesOverlay } from './notes-overlay.tsx'
export { SideParts } from './side-parts.tsx'
