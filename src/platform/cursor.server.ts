/** The opaque, URL-safe text of a cursor of a list. Each list names the parts of its cursors and checks them itself. */
export function encodeCursor(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** The text that `encodeCursor` was given; empty, which no list accepts, for a cursor that is too long. */
export function decodeCursor(cursor: string, maxLength = 200): string {
  return cursor.length <= maxLength ? Buffer.from(cursor, 'base64url').toString('utf8') : ''
}

/** The size of a page of a list: a whole number from 1 to the list's maximum. */
export function pageSize(requested: number | undefined, list: { size: number; maxSize: number }): number {
  return Math.min(list.maxSize, Math.max(1, Math.trunc(requested ?? list.size)))
}
