import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { DEVICE_COOKIE, DEVICE_DAYS, SECURE_DEVICE_COOKIE } from './account.ts'

/**
 * Browsers that an account has signed in from before. The browser stores the proof, in a signed cookie without names:
 * one entry `id.expiresAt.code` for each account, newest first (`expiresAt` in seconds since 1970).
 */
export interface KnownDevices {
  /** The browser's id for this account when its `Cookie` header proves an earlier sign-in; otherwise null. */
  recognise(cookies: string | null | undefined, email: string, now: Date): string | null
  /** The `Set-Cookie` line that makes the browser known to this account, and keeps it known to the others. */
  remember(cookies: string | null | undefined, email: string, now: Date): string
  /** The `Set-Cookie` line that makes the browser unknown to this account. */
  remove(cookies: string | null | undefined, email: string, now: Date): string
}

/** Most accounts to which one browser can be known. */
const MAX_ACCOUNTS = 5
const ID_BYTES = 12
const CODE_BYTES = 16
const entryShape = /^([0-9A-Za-z_-]{16})\.(\d{1,12})\.([0-9A-Za-z_-]{22})$/

interface Entry {
  text: string
  id: string
  signed: string
  code: string
}

/** @param secret the source of a key that only this file uses */
export function createKnownDevices(secret: string, isSecure: boolean): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'hoshi known device', 32))
  const name = isSecure ? SECURE_DEVICE_COOKIE : DEVICE_COOKIE

  const codeOf = (signed: string, email: string) =>
    createHmac('sha256', key).update(`${signed}.${email}`).digest().subarray(0, CODE_BYTES)

  /** The cookie's unexpired entries. Their codes are not verified: that takes the account's email. */
  function read(cookies: string | null | undefined, now: Date): Entry[] {
    const pairs = (cookies ?? '').split(';').map((pair) => pair.trim())
    const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
    return value.split('~', MAX_ACCOUNTS).flatMap((text) => {
      const [, id = '', expiresAt = '', code = ''] = entryShape.exec(text) ?? []
      const isExpired = id === '' || Number(expiresAt) * 1000 <= now.getTime()
      return isExpired ? [] : [{ text, id, signed: `${id}.${expiresAt}`, code }]
    })
  }

  const belongsTo = (email: string) => (entry: Entry) =>
    timingSafeEqual(Buffer.from(entry.code, 'base64url'), codeOf(entry.signed, email))

  const others = (entries: Entry[], email: string) => entries.filter((entry) => !belongsTo(email)(entry))

  function toSetCookie(entries: string[]): string {
    const seconds = entries.length === 0 ? 0 : DEVICE_DAYS * 86_400
    const secure = isSecure ? '; Secure' : ''
    return `${name}=${entries.join('~')}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
  }

  return {
    recognise: (cookies, email, now) => read(cookies, now).find(belongsTo(email))?.id ?? null,
    remember(cookies, email, now) {
      const entries = read(cookies, now)
      const id = entries.find(belongsTo(email))?.id ?? randomBytes(ID_BYTES).toString('base64url')
      const signed = `${id}.${Math.floor(now.getTime() / 1000) + DEVICE_DAYS * 86_400}`
      const entry = `${signed}.${codeOf(signed, email).toString('base64url')}`
      return toSetCookie([entry, ...others(entries, email).map(({ text }) => text)].slice(0, MAX_ACCOUNTS))
    },
    remove: (cookies, email, now) => toSetCookie(others(read(cookies, now), email).map(({ text }) => text)),
  }
}
