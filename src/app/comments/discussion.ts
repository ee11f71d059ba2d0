import type { CurrentUser } from '#app/http/current-user.ts'
import type { NoteOptions } from '#app/notes/note-options.ts'
import type { FrameRate } from '#app/playback/frame-times.ts'
import type { CommentMode, CommentsUrl } from './comments-url.ts'
import type { CommentControls } from './use-comments.ts'

/** Values that the parts of the comments section share. */
export interface Discussion {
  episode: {
    id: string
    creatorId: string
    creatorName: string
    commentsOpen: boolean
    /** Whether it takes comments now: its creator and the site both do. */
    takesComments: boolean
    durationSeconds: number | null
    /** Null while its video has not been analysed; the average where the rate varies. */
    frameRate: FrameRate | null
  }
  /** Null where no film is shown that a comment could belong to a frame of. */
  notes: NoteOptions | null
  user: CurrentUser | null
  actions: CommentControls
  /** The comment at which a form is open. */
  open: { id: string; mode: CommentMode } | null
  setOpen(open: { id: string; mode: CommentMode } | null): void
  now: string
  /** Path of a place in this list. */
  path(place: Omit<CommentsUrl, 'sort'>): string
  /** Leads to the login and back to this comment, or to the section. */
  login(commentId?: string): void
  /** The page's answer to a form without scripts. */
  refusalOf(intent: string, commentId?: string): string | null
  refusedTextOf(intent: string, commentId?: string): string | null
}
