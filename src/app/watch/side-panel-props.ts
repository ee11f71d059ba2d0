import type { NoteOptions } from '#app/notes/note-options.ts'

/** What there is beside the player. */
export interface SidePanelProps {
  episodeId: string
  creatorUid: string
  /** Null where nobody writes notes and none is to be seen. */
  notes: {
    options: NoteOptions
    durationSeconds: number | null
    /** Of the notes that everybody sees. */
    count: number
  } | null
  /** Null without approved texts. */
  lines: {
    /** Names the texts, whose lines are read again when others are there. */
    texts: string
    count: number
    /** Whether moments have more than one language. */
    isTranslated: boolean
  } | null
  /** Whether the player is on the page: an episode that flashes asks before. */
  hasPlayer: boolean
}
