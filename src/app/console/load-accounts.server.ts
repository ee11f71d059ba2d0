import type { RouterContextProvider } from 'react-router'
import { signInAgainPath } from '#app/auth/sign-in-again-path.ts'
import { hoshiContext } from '#app/http/context.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { type ChangeIntent, changeDone } from '#app/messages/administration.ts'
import type { Account } from '#identity/account.ts'
import { isRefusal } from '#platform/refusal.ts'
import { type AccountItem, toAccountItem } from './account-item.ts'
import { type AccountsView, readAccountsView, type SheetName, sheets } from './accounts-url.ts'

export interface AccountsPage {
  view: AccountsView
  accounts: AccountItem[]
  nextCursor: string | null
  /** The open sheet, and the account that it is about. */
  sheet: { name: SheetName; account: AccountItem } | null
  /** The result of the last form, as a sentence; null without one. */
  done: string | null
}

/** Loads the page of accounts. */
export async function loadAccounts(
  context: Readonly<RouterContextProvider>,
  reader: Account,
  { pathname, search: query, searchParams }: URL,
  headers: Headers,
): Promise<AccountsPage> {
  const { administration, identity } = context.get(hoshiContext)
  const view = readAccountsView(searchParams)
  const { search, role, isSuspended, cursor } = view
  const wanted = { search, isSuspended, ...(role ? { role } : {}), ...(cursor ? { cursor } : {}) }
  const found = await administration.accounts.list(wanted).catch(refusePage)
  const of = searchParams.get('of')
  const account = of === null ? null : toAccountItem(await administration.accounts.find(of).catch(refusePage), reader)
  const name = sheets.find((each) => each === searchParams.get('sheet'))
  // Asked before the sheet opens, so that nothing typed in it is lost.
  if (name === 'role' || name === 'suspend')
    await identity.requireRecentSignIn(headers).catch((thrown) => {
      if (isRefusal(thrown) && thrown.code === 'identity.sign_in_again')
        throw redirectTo(signInAgainPath(pathname + query))
      throw thrown
    })
  return {
    view,
    accounts: found.accounts.map((each) => toAccountItem(each, reader)),
    nextCursor: found.nextCursor,
    sheet: name && account && mayOpen(name, account) ? { name, account } : null,
    done: account && doneSentence(searchParams.get('done'), account.name),
  }
}

function mayOpen(sheet: SheetName, account: AccountItem): boolean {
  return sheet === 'suspend' ? account.maySuspend && account.suspension === null : account.mayChange
}

function doneSentence(done: string | null, name: string): string | null {
  return done !== null && Object.hasOwn(changeDone, done) ? changeDone[done as ChangeIntent](name) : null
}
