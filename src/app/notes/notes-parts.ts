// The parts of notes that are loaded later, as one file.

export { NotesOverlay } from './notes-overlay.tsx'
export { SideParts } from './side-parts.tsx'
