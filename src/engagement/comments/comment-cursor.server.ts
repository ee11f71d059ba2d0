import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { CommentCursor } from './comment-rows.server.ts'

const shape = /^(\d{1,15})~([^~]+)$/

/** Opaque, URL-safe form of a cursor in a list of comments. */
export function writeCursor({ createdAt, id }: CommentCursor): string {
  return Buffer.from(`${createdAt.getTime()}~${id}`).toString('base64url')
}

/** @throws Refusal engagement.cursor_invalid for anything that `writeCursor` would not have written */
export function readCursor(cursor: string): CommentCursor {
  const text = cursor.length <= 200 ? Buffer.from(cursor, 'base64url').toString('utf8') : ''
  const [, milliseconds = '', id = ''] = shape.exec(text) ?? []
  const parsed = { createdAt: new Date(milliseconds === '' ? Number.NaN : Number(milliseconds)), id }
  const isValid = isPossibleId(id) && !Number.isNaN(parsed.createdAt.getTime()) && writeCursor(parsed) === cursor
  if (!isValid) throw new Refusal('engagement.cursor_invalid', { field: 'cursor' })
  return parsed
}
