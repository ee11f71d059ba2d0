import { useLayoutEffect } from 'react'
import { useNavigation, useRouteLoaderData } from 'react-router'
import type { RootData } from '#app/http/current-user.ts'
import { InlineScript } from '#app/http/inline-script.tsx'
import { themeCookie, themeInCookies } from '#app/http/theme-cookie.ts'
import { readTheme, type Theme } from '#identity/theme.ts'
import themeScript from './theme.script.ts?inline-script'

/** In the head, before all styles: sets the theme of this browser where the server does not know it. */
export function ThemeScript() {
  const root = useRouteLoaderData<RootData>('root')
  return root?.account ? null : <InlineScript text={themeScript} />
}

/**
 * The theme of the page, as the attribute of its outermost element; undefined for the system's. A theme that Settings is
 * saving shows at once, and the stored one again when it is refused. The theme of an account is kept in a cookie too:
 * pages after its logout have it, and those that fail before the account is known.
 */
export function useTheme(): 'dark' | 'light' | undefined {
  const root = useRouteLoaderData<RootData>('root')
  const stored = root?.theme ?? null
  const theme = useThemeBeingSaved() ?? stored
  const isOfAccount = Boolean(root?.account)
  useLayoutEffect(() => {
    if (isOfAccount && stored !== null) keepTheme(stored)
    showTheme((isOfAccount ? theme : themeInCookies(document.cookie)) ?? 'system')
  }, [isOfAccount, stored, theme])
  return theme === null || theme === 'system' ? undefined : theme
}

/** The theme in the form that is on its way; null for none. */
function useThemeBeingSaved(): Theme | null {
  const { formData } = useNavigation()
  return formData?.get('section') === 'theme' ? readTheme(formData.get('theme')) : null
}

function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}

function keepTheme(theme: Theme): void {
  if ((themeInCookies(document.cookie) ?? 'system') === theme) return
  // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser, and it waits
  document.cookie = themeCookie(theme, location.protocol === 'https:')
}
