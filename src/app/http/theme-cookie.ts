import { readTheme, type Theme } from '#identity/theme.ts'

/** Name of the cookie with the theme of this browser, for pages without an account. Scripts read it before the first paint. */
const THEME_COOKIE = 'hoshi_theme'
const COOKIE_DAYS = 365

/** The theme that cookies name; null for none. @param cookies a `Cookie` header, or those of a document */
export function themeInCookies(cookies: string | null): Theme | null {
  const pair = (cookies ?? '').split(';').find((each) => each.trim().startsWith(`${THEME_COOKIE}=`))
  return readTheme(pair?.trim().slice(THEME_COOKIE.length + 1))
}

/** The line that sets the cookie; the system's theme needs none. */
export function themeCookie(theme: Theme, isSecure: boolean): string {
  const days = theme === 'system' ? 0 : COOKIE_DAYS
  return `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
