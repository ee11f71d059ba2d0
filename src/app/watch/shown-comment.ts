import type { Comment } from '#engagement/comments/comment.ts'

/** A comment as the page holds it: as the API sends it. */
export interface ShownComment extends Omit<Comment, 'createdAt' | 'editedAt' | 'replies'> {
  createdAt: string
  editedAt: string | null
  replies: ShownComment[]
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

/** The name by a comment; people without a public profile have none. */
export function authorName({ author }: Pick<ShownComment, 'author'>): string {
  return author.username === '' ? 'A viewer' : author.username
}
