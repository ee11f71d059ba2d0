import { type Creator, displayName } from '#creators/creator.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Db } from '#platform/database.server.ts'
import { type Comment, type CommentExcerpt, FIRST_REPLIES } from './comment.ts'
import { likedComments } from './comment-like-rows.server.ts'
import { type CommentReader, replyRows } from './comment-list-rows.server.ts'
import type { CommentRow } from './comment-rows.server.ts'

export interface CommentViewParts {
  db: Db
  creators: Pick<Creators, 'findMany'>
}

/** How readers see who wrote something; both texts are empty without a public profile. */
export function toAuthor(uid: string, profile: Creator | undefined): Comment['author'] {
  return { uid, username: profile ? displayName(profile) : '', avatarUrl: profile?.avatarUrl ?? '' }
}

/** The part of a comment that does not depend on who reads it. @param profile of its author */
export function toExcerpt(row: CommentRow, profile: Creator | undefined): CommentExcerpt {
  return {
    id: row.id,
    text: row.text,
    createdAt: row.created_at,
    author: toAuthor(row.author_uid, profile),
    parentId: row.parent_id,
    held: row.held,
  }
}

/** The comments with their first replies, as this reader may see them, in the same order. */
export async function toComments(
  { db, creators }: CommentViewParts,
  rows: CommentRow[],
  creatorId: string,
  reader: CommentReader,
): Promise<Comment[]> {
  const parentIds = rows.filter((row) => row.parent_id === null).map((row) => row.id)
  const replies = await replyRows(db, parentIds, reader, { after: null, limit: FIRST_REPLIES })
  const all = [...rows, ...replies]
  const ids = all.map((row) => row.id)
  const [profiles, liked] = await Promise.all([
    creators.findMany(all.map((row) => row.author_uid)),
    reader.uid === null ? new Set<string>() : likedComments(db, reader.uid, ids),
  ])

  function toComment(row: CommentRow): Comment {
    return {
      ...toExcerpt(row, profiles.get(row.author_uid)),
      frame: row.frame,
      onPicture: row.on_picture,
      editedAt: row.edited_at,
      byCreator: row.author_uid === creatorId,
      likes: row.likes,
      liked: liked.has(row.id),
      pinned: row.pinned,
      hidden: row.hidden,
      replies: replies.filter((reply) => reply.parent_id === row.id).map(toComment),
      replyCount: row.replies,
    }
  }
  return rows.map(toComment)
}
