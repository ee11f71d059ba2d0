import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import type { SavedForm } from '#app/messages/settings.ts'
import type { Account } from '#identity/account.ts'
import type { FormFields } from '#platform/form-file.server.ts'
import { refusePartial } from './refuse-partial.ts'

/** Renames or removes a passkey. @param headers of the request: removing one wants a recent sign-in */
export async function changePasskeys(
  context: Readonly<RouterContextProvider>,
  account: Account,
  fields: FormFields,
  headers: Headers,
): Promise<SavedForm> {
  const { identity } = context.get(hoshiContext)
  const id = fields.get('id') ?? refusePartial()
  switch (fields.get('do')) {
    case 'rename':
      await identity.renamePasskey(account, { id, name: fields.get('name') ?? refusePartial() })
      return 'passkey-renamed'
    case 'remove':
      await identity.requireRecentSignIn(headers)
      await identity.removePasskey(account, id)
      return 'passkey-removed'
    default:
      return refusePartial()
  }
}
