import { createHmac } from 'node:crypto'

/** No letters and digits that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * The first password of a demo account: 80 bits derived from this server's secret and the salt in its database. It is
 * never stored; a restart after a crash derives the same one.
 */
export function demoPassword(secret: string, salt: string, email: string): string {
  const bytes = createHmac('sha256', secret).update(`demo password\0${salt}\0${email}`).digest()
  const letters = [...bytes.subarray(0, 16)].map((byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join('')).join('-')
}
