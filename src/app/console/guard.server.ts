import { data, type RouterContextProvider } from 'react-router'
import { mayAdminister, mayOpenConsole } from '#administration/permissions.ts'
import { pageRequestContext } from '#app/http/context.ts'
import type { Account } from '#identity/account.ts'

/** Returns the moderator or admin. @throws 404 for everyone else, as for an address without a page */
export function requireConsole(context: Readonly<RouterContextProvider>): Account {
  return requireRole(context, mayOpenConsole)
}

/** Returns the admin. @throws 404 for everyone else, moderators too */
export function requireAdmin(context: Readonly<RouterContextProvider>): Account {
  return requireRole(context, mayAdminister)
}

function requireRole(context: Readonly<RouterContextProvider>, isAllowed: typeof mayOpenConsole): Account {
  const { account } = context.get(pageRequestContext)
  if (!account || !isAllowed(account)) throw data(null, { status: 404 })
  return account
}
