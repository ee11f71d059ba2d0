// What is fetched later of notes, as one file.

export { NoteForm } from './note-form.tsx'
export { NotesList } from './notes-list.tsx'
export { NotesOverlay } from './notes-overlay.tsx'
