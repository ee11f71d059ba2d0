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
export function writeCursor({ score, createdAt, id }: CommentCursor): string {
  const place = `${createdAt.getTime()}~${id}`
  return Buffer.from(score === null ? place : `${score}~${place}`).toString('base64url')
}

/** @throws Refusal engagement.cursor_invalid for anything that `writeCursor` would not have written for this order */
export function readCursor(cursor: string, sort: CommentSort): CommentCursor {
  const text = cursor.length <= 200 ? Buffer.from(cursor, 'base64url').toString('utf8') : ''
  const [, score, milliseconds = '', id = ''] = shape.exec(text) ?? []
  const createdAt = new Date(milliseconds === '' ? Number.NaN : Number(milliseconds))
  const parsed = { score: score === undefined ? null : Number(score), createdAt, id }
  const isOfOrder = (parsed.score !== null) === (sort === 'top')
  const isValid = isPossibleId(id) && !Number.isNaN(createdAt.getTime()) && writeCursor(parsed) === cursor
  if (!isValid || !isOfOrder) throw new Refusal('engagement.cursor_invalid', { field: 'cursor' })
  return parsed
}
