import { createHash } from 'node:crypto'

/** Name of the cookie with the announcement that a visitor has closed. */
const ANNOUNCEMENT_COOKIE = 'hoshi_announcement'
const COOKIE_DAYS = 365
const possibleId = /^[\w-]{16}$/

/** Names an announcement by its text: a new one is shown again. */
export function announcementId(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** The announcement that a `Cookie` header names as closed; null for none. */
export function closedAnnouncement(cookies: string | null | undefined): string | null {
  const pair = (cookies ?? '').split(';').find((each) => each.trim().startsWith(`${ANNOUNCEMENT_COOKIE}=`))
  const id = pair?.trim().slice(ANNOUNCEMENT_COOKIE.length + 1) ?? ''
  return possibleId.test(id) ? id : null
}

/** The `Cookie` header of a visitor who has closed this announcement, and sends nothing else. */
export function cookieHeaderOf(id: string): string {
  return `${ANNOUNCEMENT_COOKIE}=${id}`
}

/** The `Set-Cookie` line of a visitor who closes an announcement; null for an id that is none. */
export function closingCookie(id: string, isSecure: boolean): string | null {
  if (!possibleId.test(id)) return null
  const lifetime = `Max-Age=${COOKIE_DAYS * 86_400}`
  return `${cookieHeaderOf(id)}; Path=/; ${lifetime}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
