import { useLayoutEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { RootData } from '#app/http/current-user.ts'
import { InlineScript } from '#app/http/inline-script.tsx'
import { themeCookie, themeInCookies } from '#app/http/theme-cookie.ts'
import type { Theme } from '#identity/theme.ts'
import themeScript from './theme.script.ts?inline-script'

/** In the head, before all styles: sets the theme of this browser where the server does not know it. */
export function ThemeScript() {
  const root = useRouteLoaderData<RootData>('root')
  return root?.account ? null : <InlineScript text={themeScript} />
}

/**
 * The theme of the page, as the attribute of its outermost element; undefined for the system's. The theme of an account
 * is kept in a cookie too: pages after its logout have it, and those that fail before the account is known.
 */
export function useTheme(): 'dark' | 'light' | undefined {
  const root = useRouteLoaderData<RootData>('root')
  const theme = root?.theme ?? null
  const isOfAccount = Boolean(root?.account)
  useLayoutEffect(() => {
    if (isOfAccount && theme !== null) keepTheme(theme)
    showTheme((isOfAccount ? theme : themeInCookies(document.cookie)) ?? 'system')
  }, [isOfAccount, theme])
  return theme === null || theme === 'system' ? undefined : theme
}

/** Draws the page in a theme, before it is stored too. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}

function keepTheme(theme: Theme): void {
  if ((themeInCookies(document.cookie) ?? 'system') === theme) return
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser, and it waits
  document.cookie = themeCookie(theme, location.protocol === 'https:')
}
