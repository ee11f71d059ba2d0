import type { RouterContextProvider } from 'react-router'
import { type AccountFields, isDangerous } from '#administration/account-fields.ts'
import { signInAgainPath } from '#app/auth/sign-in-again-path.ts'
import { hoshiContext } from '#app/http/context.ts'
import { refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedForm } from '#app/http/refused.server.ts'
import type { ChangeIntent } from '#app/messages/administration.ts'
import { type Account, roles, UNTIL_LIFTED } from '#identity/account.ts'
import { isRefusal } from '#platform/refusal.ts'
import { accountsUrl, readAccountsView } from './accounts-url.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Handles one form of the page of accounts: back to the list, or the refusal for the sheet. */
export async function changeAccount(
  context: Readonly<RouterContextProvider>,
  actor: Account,
  { pathname, search, searchParams }: URL,
  { headers, form }: { headers: Headers; form: FormData },
) {
  const { administration, identity } = context.get(hoshiContext)
  const text = (name: string) => String(form.get(name) ?? '')
  const uid = text('uid')
  const { intent, fields } = readChange(text)
  try {
    if (isDangerous(fields)) await identity.requireRecentSignIn(headers)
    await administration.accounts.change(actor, uid, fields)
  } catch (thrown) {
    if (isRefusal(thrown) && thrown.code === 'identity.sign_in_again')
      return redirectTo(signInAgainPath(pathname + search))
    return refusedForm(thrown, { reason: text('reason') })
  }
  return redirectTo(accountsUrl(readAccountsView(searchParams), { done: intent, of: uid }))
}

function readChange(text: (name: string) => string): { intent: ChangeIntent; fields: AccountFields } {
  const intent = text('intent')
  switch (intent) {
    case 'role': {
      const role = roles.find((each) => each === text('role')) ?? refusePartialForm()
      return { intent, fields: { role, reason: text('reason') } }
    }
    case 'badge':
      return { intent, fields: { founderBadge: text('founderBadge') === 'on' } }
    case 'quota': {
      const typed = text('quota').trim()
      // Text that is not a number is refused like any other impossible quota.
      const quotaBytes = /^\d{1,7}([.,]\d{1,3})?$/.test(typed)
        ? Math.round(Number(typed.replace(',', '.')) * 1024 ** 3)
        : -1
      return { intent, fields: { quotaBytes, reason: text('reason') } }
    }
    case 'suspend':
      return { intent, fields: { suspendedUntil: readEnd(text('length')), reason: text('reason') } }
    case 'restore':
      return { intent, fields: { suspendedUntil: null } }
    default:
      refusePartialForm()
  }
}

function readEnd(length: string): Date {
  if (length === 'lifted') return UNTIL_LIFTED
  const days = /^\d{1,3}$/.test(length) ? Number(length) : refusePartialForm()
  return new Date(Date.now() + days * DAY_MS)
}
