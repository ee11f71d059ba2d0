import { type RouterContextProvider, redirect } from 'react-router'
import { visitContext } from '#app/context.ts'
import { safeNext } from '#app/safe-next.ts'
import type { Account } from '#identity/account.ts'

/** The signed-in account; a stranger is sent to the login screen and back here afterwards. */
export function requireAccount({ context, url }: { context: Readonly<RouterContextProvider>; url: URL }): Account {
  const { account } = context.get(visitContext)
  if (account) return account
  // The screen's address: a navigation inside the app asks for the data behind it, at an address of its own.
  const next = safeNext(url.pathname + url.search)
  throw redirect(next ? `/login?next=${encodeURIComponent(next)}` : '/login')
}
