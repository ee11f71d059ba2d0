import { refusePage } from '#app/http/refused.server.ts'
import { COMMENTS_PAGE_MAX, type Comment } from '#engagement/comments/comment.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import { isRefusal } from '#platform/refusal.ts'
import { readCommentsUrl } from './comments-url.ts'
import { toShown } from './shown-comment.ts'

/** Comments on the page as it arrives. */
const FIRST_COMMENTS = 12

export type LoadedDiscussion = Awaited<ReturnType<typeof loadDiscussion>>

/** The comments of a watch page at the place that its URL names. */
export async function loadDiscussion(
  engagement: Engagement,
  episodeId: string,
  account: Account | null,
  params: URLSearchParams,
) {
  const { sort, cursor, comment, mode } = readCommentsUrl(params)
  const page = { sort, limit: FIRST_COMMENTS, ...(cursor ? { cursor } : {}) }
  const [policy, found, thread] = await Promise.all([
    engagement.comments.policy(),
    engagement.comments.on(episodeId, account, page).catch(refusePage),
    comment ? findThread(engagement, comment, account, mode === 'replies') : null,
  ])
  const rest = found.comments.filter(({ id }) => id !== thread?.id)
  const isFirst = thread && rest.length < found.comments.length
  const comments = isFirst
    ? found.comments.map((each) => (each.id === thread.id ? thread : each))
    : [...(thread ? [thread] : []), ...rest]
  return {
    sort,
    comments: comments.map(toShown),
    total: found.total,
    /** Whether the site takes no comments now. */
    isClosedEverywhere: policy === 'closed',
    nextCursor: found.nextCursor,
    /** Threads whose replies are all here. */
    expanded: thread && (mode === 'replies' || thread.id !== comment) ? [thread.id] : [],
    open: comment && mode && mode !== 'replies' ? { id: comment, mode } : null,
    /** Time of the server, so that ages are the same when the page becomes interactive. */
    now: new Date().toISOString(),
  }
}

/** The thread of a comment, with the replies that the place needs; null when there is none. */
async function findThread(
  engagement: Engagement,
  id: string,
  account: Account | null,
  withReplies: boolean,
): Promise<Comment | null> {
  try {
    const found = await engagement.comments.find(id, account)
    const top = found.parentId === null ? found : await engagement.comments.find(found.parentId, account)
    if (found === top && !withReplies) return top
    const { comments } = await engagement.comments.repliesTo(top.id, account, { limit: COMMENTS_PAGE_MAX })
    const isListed = found === top || comments.some((reply) => reply.id === id)
    return { ...top, replies: isListed ? comments : [...comments, found] }
  } catch (thrown) {
    // Deleted or hidden since the link was made.
    if (isRefusal(thrown)) return null
    throw thrown
  }
}
