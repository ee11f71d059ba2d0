// The parts of notes that are loaded later, as one file.

export { NotesCount } from './notes-count.tsx'
export { NotesList } from './notes-list.tsx'
export { NotesOverlay } from './notes-overlay.tsx'
