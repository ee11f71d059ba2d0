import { decodeCursor, encodeCursor } from '#platform/cursor.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { CommentSort } from './comment.ts'

/** End of a page of comments: the last one shown. */
export interface CommentCursor {
  /** Its score in the order of Top; null in the other orders. */
  score: number | null
  createdAt: Date
  id: string
}

const shape = /^(?:(\d{1,15})~)?(\d{1,15})~([^~]+)$/

/** Opaque, URL-safe form of a cursor in a list of comments. */
export function writeCommentCursor({ score, createdAt, id }: CommentCursor): string {
  const position = `${createdAt.getTime()}~${id}`
  return encodeCursor(score === null ? position : `${score}~${position}`)
}

/** @throws Refusal engagement.cursor_invalid for anything that `writeCommentCursor` would not have written for this order */
export function readCommentCursor(cursor: string, sort: CommentSort): CommentCursor {
  const [, score, milliseconds = '', id = ''] = shape.exec(decodeCursor(cursor)) ?? []
  const createdAt = new Date(milliseconds === '' ? Number.NaN : Number(milliseconds))
  const parsed = { score: score === undefined ? null : Number(score), createdAt, id }
  const isOfOrder = (parsed.score !== null) === (sort === 'top')
  const isValid = isPossibleId(id) && !Number.isNaN(createdAt.getTime()) && writeCommentCursor(parsed) === cursor
  if (!isValid || !isOfOrder) throw new Refusal('engagement.cursor_invalid', { field: 'cursor' })
  return parsed
}
