import type { RouterContextProvider } from 'react-router'
import type { Account } from '#identity/account.ts'
import { pageRequestContext } from './context.ts'
import { redirectTo } from './redirect-to.ts'
import { safeNext } from './safe-next.ts'

/** Returns the signed-in account. @throws a redirect to the login screen, which leads back here, if there is none */
export function requireAccount({ context, url }: { context: Readonly<RouterContextProvider>; url: URL }): Account {
  const { account } = context.get(pageRequestContext)
  if (account) return account
  // `url` is the URL of the screen: a client-side navigation requests its data from another one.
  const next = safeNext(url.pathname + url.search)
  throw redirectTo(next ? `/login?next=${encodeURIComponent(next)}` : '/login')
}
