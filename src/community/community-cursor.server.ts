import { decodeCursor, encodeCursor } from '#platform/cursor.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** End of a page of followed creators: the last one shown. */
export interface FollowCursor {
  followedAt: Date
  creatorUid: string
}

export function writeFollowCursor({ followedAt, creatorUid }: FollowCursor): string {
  return encodeCursor(`${followedAt.getTime()}~${creatorUid}`)
}

/** @throws Refusal community.cursor_invalid for anything that `writeFollowCursor` would not have written */
export function readFollowCursor(text: string): FollowCursor {
  const [, milliseconds = '', creatorUid = ''] = /^(\d{1,15})~([^~]+)$/.exec(decodeCursor(text)) ?? []
  const cursor = { followedAt: new Date(milliseconds === '' ? Number.NaN : Number(milliseconds)), creatorUid }
  const isValid = isPossibleId(creatorUid) && !Number.isNaN(cursor.followedAt.getTime())
  if (!isValid || writeFollowCursor(cursor) !== text) throw invalid()
  return cursor
}

/** Opaque form of a place in a list of notifications. */
export function writePosition(position: number): string {
  return encodeCursor(`n~${position}`)
}

/** @throws Refusal community.cursor_invalid for anything that `writePosition` would not have written */
export function readPosition(text: string): number {
  const [, digits = ''] = /^n~(\d{1,15})$/.exec(decodeCursor(text)) ?? []
  if (digits === '' || writePosition(Number(digits)) !== text) throw invalid()
  return Number(digits)
}

function invalid(): Refusal {
  return new Refusal('community.cursor_invalid', { field: 'cursor' })
}
