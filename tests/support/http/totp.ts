import { createHmac } from 'node:crypto'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The code that an app shows for a secret (RFC 6238).
 * @param secret an `otpauth:` address, or the key as text, with or without spaces
 * @param steps how many half minutes from now; Hoshi accepts -1, 0 and 1, of which only the first may go out of date in between
 */
export function totpOf(secret: string, steps = 0): string {
  const key = (/[?&]secret=([^&]+)/.exec(secret)?.[1] ?? secret).replaceAll(/[\s=]/g, '')
  const bits = [...key].map((character) => base32.indexOf(character).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const number = hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
