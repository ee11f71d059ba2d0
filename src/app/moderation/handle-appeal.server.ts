import type { RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { readForm, refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { type Refused, refusedForm } from '#app/http/refused.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** An appeal that was refused, to be shown again. */
export interface AppealResult {
  refused: Refused
  values: { decision: string; text: string }
}

/** Sends an appeal, and leads back to the decision. */
export async function handleAppeal(context: Readonly<RouterContextProvider>, request: Request) {
  const form = await readForm(request)
  if (!form.has('decision') || !form.has('text')) refusePartialForm()
  const values = { decision: String(form.get('decision')), text: String(form.get('text')) }
  const { account } = context.get(pageRequestContext)
  try {
    if (!account) throw new Refusal('identity.sign_in_required')
    await context.get(hoshiContext).moderation.appeals.send(account, values.decision, values.text)
  } catch (thrown) {
    return refusedForm(thrown, values)
  }
  return redirectTo(`/settings/decisions#${values.decision}`)
}
