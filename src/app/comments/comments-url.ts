import type { CommentSort } from '#engagement/comments/comment.ts'

/** The part that is open at a comment: a form, or all of its replies. */
export const commentModes = ['edit', 'reply', 'delete', 'replies'] as const
export type CommentMode = (typeof commentModes)[number]

/** The part of a watch page's URL that names the shown comments and the open form: everything works without scripts. */
export interface CommentsUrl {
  sort: CommentSort
  cursor?: string | null
  /** The comment that is shown in any case. */
  comment?: string | null
  mode?: CommentMode | null
}

/** Order of the page; the API's default differs. */
const PAGE_SORT: CommentSort = 'top'

export function readCommentsUrl(params: URLSearchParams): CommentsUrl {
  return {
    sort: params.get('sort') === 'newest' ? 'newest' : PAGE_SORT,
    cursor: params.get('cursor'),
    comment: params.get('comment'),
    mode: commentModes.find((mode) => mode === params.get('do')) ?? null,
  }
}

/** The path that shows it, with the anchor of its comment or of the section. */
export function commentsPath(episodeId: string, { sort, cursor, comment, mode }: CommentsUrl): string {
  const params = new URLSearchParams()
  if (sort !== PAGE_SORT) params.set('sort', sort)
  if (cursor) params.set('cursor', cursor)
  if (comment) params.set('comment', comment)
  if (mode) params.set('do', mode)
  const query = params.size > 0 ? `?${params}` : ''
  return `/watch/${encodeURIComponent(episodeId)}${query}#${comment ? `comment-${comment}` : 'comments'}`
}
