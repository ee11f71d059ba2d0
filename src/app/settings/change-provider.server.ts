import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import type { Account } from '#identity/account.ts'
import type { Caller } from '#identity/caller.ts'
import type { FormFields } from '#platform/form-file.server.ts'
import { refusePartial } from './refuse-partial.ts'
import { savedUrl } from './settings-pages.ts'

/** Links the account to the provider, which the response leads to, or unlinks it. Both want a recent sign-in. */
export async function changeProvider(
  context: Readonly<RouterContextProvider>,
  account: Account,
  fields: FormFields,
  from: Caller,
): Promise<Response> {
  const { identity } = context.get(hoshiContext)
  const requireRecentSignIn = () => identity.requireRecentSignIn(new Headers({ cookie: from.cookie ?? '' }))
  switch (fields.get('do')) {
    case 'link': {
      await requireRecentSignIn()
      const { url, setCookies } = await identity.startProviderLink(account, from)
      const headers = new Headers()
      for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
      return redirectTo(url, { headers })
    }
    case 'unlink':
      await requireRecentSignIn()
      await identity.unlinkProvider(account)
      return redirectTo(savedUrl('provider-unlinked'))
    default:
      return refusePartial()
  }
}
