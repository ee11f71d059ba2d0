import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghijkmnpqrstuvwxyz'

/**
 * An unguessable id: 26 characters from an alphabet of 34, over 128 bits, safe in URLs and file names, without the
 * look-alikes l and o.
 */
export function newId(): string {
  // Bytes of 238 and above are dropped, so that every character is equally likely (238 = 7 × 34).
  let id = ''
  while (id.length < 26) {
    for (const byte of randomBytes(40)) {
      if (byte < 238 && id.length < 26) id += alphabet[byte % 34]
    }
  }
  return id
}

/** Whether an untrusted string could be an id at all; others need no database query. */
export function isPossibleId(value: string): boolean {
  return /^[0-9A-Za-z_-]{1,64}$/.test(value)
}
