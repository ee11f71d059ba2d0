import { type BlockedAccounts, type BlockedAccountsParts, createBlockedAccounts } from './blocked-accounts.server.ts'
import { type CommentActions, createCommentActions } from './comment-actions.server.ts'
import { type CommentModeration, createCommentModeration } from './comment-moderation.server.ts'
import type { CommentPolicy } from './comment-policy.ts'
import { type CommentReading, createCommentReading } from './comment-reading.server.ts'
import { type CommentWriting, type CommentWritingParts, createCommentWriting } from './comment-writing.server.ts'

/** Comments on episodes and replies to them. */
export interface Comments extends CommentReading, CommentWriting, CommentActions, CommentModeration, BlockedAccounts {
  /** How new comments are taken now, as decided for the whole site. */
  policy(): Promise<CommentPolicy>
}

/** Comments backed by the tables `comments`, `comment_likes` and `comment_blocks`. */
export function createComments(parts: Omit<CommentWritingParts, 'reading'> & BlockedAccountsParts): Comments {
  const reading = createCommentReading(parts)
  return {
    policy: () => parts.gate.commentPolicy(),
    ...reading,
    ...createCommentWriting({ ...parts, reading }),
    ...createCommentActions({ ...parts, reading }),
    ...createCommentModeration(parts),
    ...createBlockedAccounts(parts),
  }
}
