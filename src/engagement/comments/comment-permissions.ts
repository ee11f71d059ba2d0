import type { Account, Viewer } from '#identity/account.ts'

/** The facts of a comment that permissions depend on. */
export interface CommentFacts {
  authorUid: string
  /** The episode's creator. */
  creatorId: string
  hidden: boolean
  held: boolean
  /** The comment that it replies to; null for a comment that is no reply. */
  parent: { authorUid: string; hidden: boolean; held: boolean } | null
}

/** Everybody sees a comment, unless it or its parent is hidden or held; its author and the episode's creator still do. */
export function maySeeComment({ creatorId, parent, ...comment }: CommentFacts, viewer: Viewer | null): boolean {
  return [comment, ...(parent ? [parent] : [])].every(
    ({ hidden, held, authorUid }) => (!hidden && !held) || viewer?.uid === authorUid || viewer?.uid === creatorId,
  )
}

/** Only its author edits a comment. */
export function mayEditComment(comment: { authorUid: string }, viewer: Viewer | null): boolean {
  return viewer?.uid === comment.authorUid
}

/** Only the episode's creator pins, hides and shows comments, and lets held ones through. */
export function mayArrangeComments(episode: { creatorId: string }, viewer: Viewer | null): boolean {
  return viewer?.uid === episode.creatorId
}

/** Its author, the episode's creator and admins may remove a comment. @see docs/product.md#comments */
export function mayRemoveComment(
  comment: { authorUid: string; creatorId: string },
  account: Pick<Account, 'uid' | 'role'> | null,
): boolean {
  return mayEditComment(comment, account) || mayArrangeComments(comment, account) || account?.role === 'admin'
}
