import { data, Form, useNavigation } from 'react-router'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { callerOf } from '#app/http/caller-of.server.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedForm } from '#app/http/refused.server.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { pageRefusals } from '#app/messages/page-refusals.ts'
import { savedUrl } from '#app/settings/settings-pages.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/confirm-email'
import '../styles/entry.css'

export const handle: RouteHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = () => [
  ...head('Your new email address', 'Confirm that this email address is yours.'),
  // The URL contains a secret, which no other site may receive.
  { name: 'referrer', content: 'same-origin' },
]

/** Opening the link changes nothing: programs that look through mails open it too. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  const email = await context.get(hoshiContext).identity.emailOfLink(token)
  return email === null ? data({ token, email: null }, { status: 422 }) : { token, email }
}

export async function action({ request, context }: Route.ActionArgs) {
  const token = String((await readForm(request)).get('token') ?? '')
  const { identity } = context.get(hoshiContext)
  try {
    const { setCookies } = await identity.confirmEmail({ token }, callerOf(context, request))
    const headers = new Headers()
    for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
    const { account } = context.get(pageRequestContext)
    return redirectTo(account ? savedUrl('email-confirmed') : '/login?after=new-email', { headers })
  } catch (thrown) {
    return refusedForm(thrown, null)
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOr(serverAction, (refused) => ({ refused, values: null }))
}

export default function ConfirmEmail({ loaderData: { token, email }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const message = actionData?.refused.message ?? (email === null ? pageRefusals['identity.email_link_invalid'] : null)
  return (
    <AuthCard scene="night" title="New email" lead={email === null ? undefined : `From now on, log in with ${email}.`}>
      {message && <ErrorMessage>{message}</ErrorMessage>}
      {email !== null && (
        <Form method="post" noValidate>
          <input type="hidden" name="token" value={token} />
          <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
            Confirm
          </button>
        </Form>
      )}
      <p className="entry-other">
        <Link className="link" to="/settings/security#email">
          Settings
        </Link>
      </p>
    </AuthCard>
  )
}
