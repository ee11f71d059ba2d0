import type { RouterContextProvider } from 'react-router'
import { pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import type { Account } from '#identity/account.ts'

/**
 * The account whose page of Settings is asked for; a guest is sent to the login. Null if the session has ended and a
 * form was sent: the action returns the message and the submitted values.
 */
export function settingsAccount(args: { context: Readonly<RouterContextProvider>; url: URL }): Account | null {
  const { isSubmission, account } = args.context.get(pageRequestContext)
  if (isSubmission && !account) return null
  return requireAccount(args)
}
