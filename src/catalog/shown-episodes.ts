/** Name of the cookie with the adult episodes that a visitor has chosen to see. */
export const SHOWN_COOKIE = 'hoshi_shown'

/** Value of that cookie in a `Cookie` header; empty without it. */
export function shownCookieOf(cookies: string | null | undefined): string {
  const pair = (cookies ?? '').split(';').find((each) => each.trim().startsWith(`${SHOWN_COOKIE}=`))
  return pair?.trim().slice(SHOWN_COOKIE.length + 1) ?? ''
}

/** Whether a `Cookie` header may choose to see this episode; its signature is not checked. */
export function mayNameShown(cookies: string | null | undefined, episodeId: string): boolean {
  return shownCookieOf(cookies).split('.').includes(episodeId)
}
