import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { DEVICE_COOKIE, DEVICE_DAYS, SECURE_DEVICE_COOKIE } from './account.ts'

/**
 * Browsers that an account was entered from before. Each keeps the proof itself, in a signed cookie that names nobody:
 * one entry `id.expiresAt.code` for each account, newest first (`expiresAt` in seconds since 1970).
 */
export interface KnownDevices {
  /** The browser's id for this account when its `Cookie` header proves that it was entered from there; otherwise null. */
  recognise(cookies: string | null | undefined, email: string, now: Date): string | null
  /** The `Set-Cookie` line that makes the browser known to this account, as well as to those it is known to. */
  remember(cookies: string | null | undefined, email: string, now: Date): string
  /** The line that makes it unknown to this account. */
  forget(cookies: string | null | undefined, email: string, now: Date): string
}

/** How many accounts one browser is known to. */
const MOST_ACCOUNTS = 5
const ID_BYTES = 12
const CODE_BYTES = 16
const entryShape = /^([0-9A-Za-z_-]{16})\.(\d{1,12})\.([0-9A-Za-z_-]{22})$/

interface Entry {
  text: string
  id: string
  signed: string
  code: string
}

/** @param secret a key of this file's own is derived from it */
export function createKnownDevices(secret: string, isSecure: boolean): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'hoshi known device', 32))
  const name = isSecure ? SECURE_DEVICE_COOKIE : DEVICE_COOKIE

  const codeOf = (signed: string, email: string) =>
    createHmac('sha256', key).update(`${signed}.${email}`).digest().subarray(0, CODE_BYTES)

  /** What the browser brings that has not run out. Only whoever knows the account can tell whether it is ours. */
  function read(cookies: string | null | undefined, now: Date): Entry[] {
    const pairs = (cookies ?? '').split(';').map((pair) => pair.trim())
    const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
    return value.split('~', MOST_ACCOUNTS).flatMap((text) => {
      const [, id = '', expiresAt = '', code = ''] = entryShape.exec(text) ?? []
      const isOver = id === '' || Number(expiresAt) * 1000 <= now.getTime()
      return isOver ? [] : [{ text, id, signed: `${id}.${expiresAt}`, code }]
    })
  }

  const isOf = (email: string) => (entry: Entry) =>
    timingSafeEqual(Buffer.from(entry.code, 'base64url'), codeOf(entry.signed, email))

  const others = (entries: Entry[], email: string) => entries.filter((entry) => !isOf(email)(entry))

  function line(entries: string[]): string {
    const seconds = entries.length === 0 ? 0 : DEVICE_DAYS * 86_400
    const secure = isSecure ? '; Secure' : ''
    return `${name}=${entries.join('~')}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
  }

  return {
    recognise: (cookies, email, now) => read(cookies, now).find(isOf(email))?.id ?? null,
    remember(cookies, email, now) {
      const entries = read(cookies, now)
      const id = entries.find(isOf(email))?.id ?? randomBytes(ID_BYTES).toString('base64url')
      const signed = `${id}.${Math.floor(now.getTime() / 1000) + DEVICE_DAYS * 86_400}`
      const entry = `${signed}.${codeOf(signed, email).toString('base64url')}`
      return line([entry, ...others(entries, email).map(({ text }) => text)].slice(0, MOST_ACCOUNTS))
    },
    forget: (cookies, email, now) => line(others(read(cookies, now), email).map(({ text }) => text)),
  }
}
