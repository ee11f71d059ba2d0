import type { NoteOptions } from '#app/notes/note-options.ts'
import type { CaptionTrack } from '#app/player/caption-options.ts'
import type { ShownEpisode } from '#app/up-next/offered-episode.ts'
import type { SideChoice } from './use-side-part.ts'

export type SideText = Pick<CaptionTrack, 'id' | 'label'>

/** The contents of the tabs beside the player. */
export interface SideContents {
  episodeId: string
  creatorUid: string
  upNext: readonly ShownEpisode[]
  /** Null where notes are closed and there are none. */
  notes: {
    options: NoteOptions
    durationSeconds: number | null
    /** Number of the notes that everybody sees. */
    count: number
    /** Whether anybody who is signed in can write one. */
    areTaken: boolean
  } | null
  /** Null without approved texts. */
  lines: {
    /** The texts with these lines, which are read again when the texts change. */
    texts: readonly SideText[]
    count: number
  } | null
  /** Whether the player is on the page: an episode that flashes asks before. */
  hasPlayer: boolean
}

export interface SidePanelProps extends SideContents {
  /** Number of comments, which are a tab where the page has one column. */
  comments: number
  choice: SideChoice
}
