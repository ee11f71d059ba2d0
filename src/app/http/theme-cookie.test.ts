import { expect, test } from 'vitest'
import { themeCookie, themeInCookies } from './theme-cookie.ts'

test('a cookie names the theme for a year, and the theme of the system removes it', () => {
  expect(themeCookie('dark', true)).toBe('hoshi_theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
  expect(themeCookie('system', false)).toBe('hoshi_theme=system; Path=/; Max-Age=0; SameSite=Lax')
})

test('is found among others, and nothing else counts', () => {
  expect(themeInCookies('a=b; hoshi_theme=light; c=d')).toBe('light')
  for (const cookies of [null, '', 'hoshi_theme=', 'hoshi_theme=pink', 'x_hoshi_theme=dark'])
    expect(themeInCookies(cookies), String(cookies)).toBeNull()
})
