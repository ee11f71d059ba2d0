import { data, type RouterContextProvider } from 'react-router'
import { pageRequestContext } from '#app/context.ts'
import type { Account } from '#identity/account.ts'
import { mayAdminister, mayOpenConsole } from '#moderation/moderation-permissions.ts'

/** Returns the moderator or admin. @throws 404 for everyone else, as for an address without a page */
export function requireConsole(context: Readonly<RouterContextProvider>): Account {
  const { account } = context.get(pageRequestContext)
  if (!account || !mayOpenConsole(account)) throw data(null, { status: 404 })
  return account
}

/** Returns the admin. @throws 404 for everyone else, moderators too */
export function requireAdmin(context: Readonly<RouterContextProvider>): Account {
  const account = requireConsole(context)
  if (!mayAdminister(account)) throw data(null, { status: 404 })
  return account
}
