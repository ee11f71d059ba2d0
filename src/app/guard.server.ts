import { type RouterContextProvider, redirect } from 'react-router'
import { pageRequestContext } from '#app/context.ts'
import { safeNext } from '#app/safe-next.ts'
import type { Account } from '#identity/account.ts'

/** Returns the signed-in account. @throws a redirect to the login screen, which leads back here, if there is none */
export function requireAccount({ context, url }: { context: Readonly<RouterContextProvider>; url: URL }): Account {
  const { account } = context.get(pageRequestContext)
  if (account) return account
  // `url` is the URL of the screen: a client-side navigation requests its data from another one.
  const next = safeNext(url.pathname + url.search)
  throw redirect(next ? `/login?next=${encodeURIComponent(next)}` : '/login')
}
