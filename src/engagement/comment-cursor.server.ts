import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { CommentPlace } from './comment-rows.server.ts'

const shape = /^(\d{1,15})~([^~]+)$/

/** The opaque form of a place in a list of comments, safe in an address. */
export function writeCursor({ createdAt, id }: CommentPlace): string {
  return Buffer.from(`${createdAt.getTime()}~${id}`).toString('base64url')
}

/** @throws Refusal engagement.cursor_invalid for anything that `writeCursor` would not have written */
export function readCursor(cursor: string): CommentPlace {
  const text = cursor.length <= 200 ? Buffer.from(cursor, 'base64url').toString('utf8') : ''
  const [, milliseconds = '', id = ''] = shape.exec(text) ?? []
  const place = { createdAt: new Date(milliseconds === '' ? Number.NaN : Number(milliseconds)), id }
  const isOurs = isPossibleId(id) && !Number.isNaN(place.createdAt.getTime()) && writeCursor(place) === cursor
  if (!isOurs) throw new Refusal('engagement.cursor_invalid', { field: 'cursor' })
  return place
}
