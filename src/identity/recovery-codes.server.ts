import { createHmac, hkdfSync, randomInt } from 'node:crypto'

/** Number of codes that are given out at once. */
const RECOVERY_CODES = 8
/** No characters that look like others; eight of these have 39 bits. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const hashedShape = /^\d+:[\w-]{43}$/

/** Recovery codes as they are stored: a JSON list of keyed hashes, each after the number of its code. */
export interface RecoveryCodes {
  /** New codes, such as '7HSA-K2QM'. */
  create(): string[]
  /** Hashes the codes of a JSON list; keeps those that are hashed already. */
  hash(json: string): string
  /** The stored hash of a typed code; null when it is none of the list. */
  find(stored: string, typed: string): string | null
  /** Whether each code that was given out is used, in order. */
  used(stored: string): boolean[]
}

/** @param secret the source of a key that only this file uses */
export function createRecoveryCodes(secret: string): RecoveryCodes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'hoshi recovery codes', 32))
  const hashOf = (code: string) => createHmac('sha256', key).update(plain(code)).digest('base64url')
  return {
    create: () => Array.from({ length: RECOVERY_CODES }, createCode),
    hash(json) {
      const codes = listOf(json).map((code, index) => (hashedShape.test(code) ? code : `${index + 1}:${hashOf(code)}`))
      return JSON.stringify(codes)
    },
    find(stored, typed) {
      const hash = hashOf(typed)
      return listOf(stored).find((entry) => entry.endsWith(`:${hash}`)) ?? null
    },
    used(stored) {
      const left = new Set(listOf(stored).map((entry) => Number.parseInt(entry, 10)))
      return Array.from({ length: RECOVERY_CODES }, (_, index) => !left.has(index + 1))
    },
  }
}

function createCode(): string {
  const characters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${characters.slice(0, 4)}-${characters.slice(4)}`
}

/** The characters of a code as people type it: in any case, with or without the dash. */
function plain(code: string): string {
  return code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
}

function listOf(json: string): string[] {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.map(String) : []
}
