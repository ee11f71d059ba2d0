import type { Trx } from '#platform/database.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { commentAdded } from '../engagement-events.ts'
import { type CommentRow, findComment } from './comment-rows.server.ts'

/** Emits that a comment was stored, held or let through. A held one concerns only the episode's creator yet. */
export async function emitAdded(
  emit: Emit,
  trx: Trx,
  comment: Pick<CommentRow, 'id' | 'episode_id' | 'author_uid' | 'parent_id' | 'on_picture' | 'held'>,
): Promise<void> {
  const parent = comment.parent_id === null || comment.held ? undefined : await findComment(trx, comment.parent_id)
  await emit(trx, commentAdded, {
    id: comment.id,
    episodeId: comment.episode_id,
    authorUid: comment.author_uid,
    repliesTo: parent?.author_uid ?? null,
    onPicture: comment.on_picture,
    held: comment.held,
  })
}
