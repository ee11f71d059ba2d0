import type { ShownComment, ShownPage } from './shown-comment.ts'

/** The comments on the page. */
export interface CommentList extends ShownPage {
  /** Comments whose replies are all shown. */
  expanded: ReadonlySet<string>
}

/** Applies a change to one comment or reply. */
export function changeComment(
  list: CommentList,
  id: string,
  change: (comment: ShownComment) => ShownComment,
): CommentList {
  const visit = (comment: ShownComment): ShownComment => {
    if (comment.id === id) return change(comment)
    if (!comment.replies.some((reply) => reply.id === id)) return comment
    return { ...comment, replies: comment.replies.map(visit) }
  }
  return { ...list, comments: list.comments.map(visit) }
}

/** Replaces a comment by the one that the server sent, and keeps the shown replies. A pinned comment comes first. */
export function replaceComment(list: CommentList, comment: ShownComment): CommentList {
  const changed = changeComment(list, comment.id, (before) => ({ ...comment, replies: before.replies }))
  if (!comment.pinned) return changed
  const others = changed.comments.filter(({ id }) => id !== comment.id).map((each) => ({ ...each, pinned: false }))
  return { ...changed, comments: [...changed.comments.filter(({ id }) => id === comment.id), ...others] }
}

/** Sets or removes a mark of the episode's creator, with the numbers that follow from it. */
export function markComment(list: CommentList, id: string, mark: 'pin' | 'hide', isSet: boolean): CommentList {
  const comment = findShown(list, id)
  if (!comment) return list
  const shown = isSet ? { hidden: true, pinned: false } : { hidden: false, held: false }
  const marked = { ...comment, ...(mark === 'pin' ? { pinned: isSet } : shown) }
  const step = Number(isPublic(marked)) - Number(isPublic(comment))
  const parent = comment.parentId === null ? undefined : findShown(list, comment.parentId)
  if (!parent) return replaceComment({ ...list, total: list.total + step * (1 + comment.replyCount) }, marked)
  const total = list.total + (isPublic(parent) ? step : 0)
  const counted = changeComment(list, parent.id, (each) => ({ ...each, replyCount: each.replyCount + step }))
  return replaceComment({ ...counted, total }, marked)
}

function findShown(list: CommentList, id: string): ShownComment | undefined {
  return list.comments.flatMap((each) => [each, ...each.replies]).find((each) => each.id === id)
}

/** Whether everybody sees the comment, as far as it depends on the comment itself. */
function isPublic({ hidden, held }: ShownComment): boolean {
  return !hidden && !held
}

/** Adds a new comment before all others but the pinned one, or a new reply after its parent's others. */
export function addComment(list: CommentList, comment: ShownComment): CommentList {
  if (comment.parentId !== null) {
    return changeComment(list, comment.parentId, (parent) => ({
      ...parent,
      replies: [...parent.replies, comment],
      replyCount: parent.replyCount + (isPublic(comment) ? 1 : 0),
    }))
  }
  const [first, ...rest] = list.comments
  const comments = first?.pinned ? [first, comment, ...rest] : [comment, ...list.comments]
  return { ...list, comments }
}

/** Replaces a pending comment by the stored one, or adds the stored one to a list that was loaded since. */
export function settleComment(list: CommentList, pendingId: string, stored: ShownComment): CommentList {
  const settled = removeComment(list, pendingId)
  const isKnown = settled.comments.some(({ id, replies }) =>
    [id, ...replies.map((each) => each.id)].includes(stored.id),
  )
  return isKnown ? settled : addComment(settled, stored)
}

export function removeComment(list: CommentList, id: string): CommentList {
  const comments = list.comments
    .filter((comment) => comment.id !== id)
    .map((comment) => {
      const gone = comment.replies.find((reply) => reply.id === id)
      if (!gone) return comment
      const replyCount = comment.replyCount - (isPublic(gone) ? 1 : 0)
      return { ...comment, replies: comment.replies.filter((reply) => reply !== gone), replyCount }
    })
  return { ...list, comments }
}

/** Adds the next page; comments that have moved in the list stay where they are. */
export function appendPage(list: CommentList, page: ShownPage): CommentList {
  const known = new Set(list.comments.map(({ id }) => id))
  return { ...list, ...page, comments: [...list.comments, ...page.comments.filter(({ id }) => !known.has(id))] }
}

/** Shows all replies of a comment. */
export function showReplies(list: CommentList, id: string, replies: ShownComment[]): CommentList {
  const changed = changeComment(list, id, (comment) => ({ ...comment, replies }))
  return { ...changed, expanded: new Set([...list.expanded, id]) }
}

/** Replies that are open at first, on a phone and on wider screens. */
export const OPEN_REPLIES = { phone: 1, wide: 2 }

/** Ids of the replies that are shown only with all of them: others' replies after the first `open`. */
export function foldedReplies(
  list: Pick<CommentList, 'expanded'>,
  comment: ShownComment,
  readerUid: string | null,
  open: number,
): Set<string> {
  const others = comment.replies.slice(open).filter(({ author }) => author.uid !== readerUid)
  return new Set(list.expanded.has(comment.id) ? [] : others.map(({ id }) => id))
}

/** Number of replies behind "Show more replies". */
export function hiddenReplies(list: Pick<CommentList, 'expanded'>, comment: ShownComment): number {
  if (list.expanded.has(comment.id)) return 0
  const seen = comment.replies.filter(isPublic).length
  return Math.max(0, comment.replyCount - seen)
}
