import type { CurrentUser } from '#app/http/current-user.ts'
import type { Comment } from '#engagement/comments/comment.ts'

/** A comment as the page holds it: as the API sends it. */
export interface ShownComment extends Omit<Comment, 'createdAt' | 'editedAt' | 'replies'> {
  createdAt: string
  editedAt: string | null
  replies: ShownComment[]
  /** Set while the comment is shown before the server has answered. */
  isPending?: true
  /** The stored text, while an edited one is shown before the server has answered. */
  storedText?: string
}

/** A page of comments as the API sends it. */
export interface ShownPage {
  comments: ShownComment[]
  total: number
  nextCursor: string | null
}

export function toShown(comment: Comment): ShownComment {
  return {
    ...comment,
    createdAt: comment.createdAt.toISOString(),
    editedAt: comment.editedAt?.toISOString() ?? null,
    replies: comment.replies.map(toShown),
  }
}

/** Where a comment is written. */
export type CommentPlace = Pick<ShownComment, 'parentId' | 'frame' | 'onPicture'>

/** A comment as its author sees it until the server has answered. */
export function pendingComment(text: string, place: CommentPlace, user: CurrentUser | null): ShownComment {
  const author = { uid: user?.uid ?? '', username: 'You', avatarUrl: user?.avatarUrl ?? '' }
  return {
    id: `pending-${crypto.randomUUID()}`,
    text,
    ...place,
    author,
    isPending: true,
    createdAt: new Date().toISOString(),
    editedAt: null,
    byCreator: false,
    likes: 0,
    liked: false,
    pinned: false,
    hidden: false,
    held: false,
    replies: [],
    replyCount: 0,
  }
}

/** The name by a comment; people without a public profile have none. */
export function authorName({ author }: Pick<ShownComment, 'author'>): string {
  return author.username === '' ? 'A viewer' : author.username
}
