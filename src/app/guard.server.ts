import { type RouterContextProvider, redirect } from 'react-router'
import { visitContext } from '#app/context.ts'
import { safeNext } from '#app/safe-next.ts'
import type { Account } from '#identity/account.ts'

/** The signed-in account; a stranger is sent to the login screen and back here afterwards. */
export function requireAccount(context: Readonly<RouterContextProvider>, request: Request): Account {
  const { account } = context.get(visitContext)
  if (account) return account
  const { pathname, search } = new URL(request.url)
  const next = safeNext(pathname + search)
  throw redirect(next ? `/login?next=${encodeURIComponent(next)}` : '/login')
}
