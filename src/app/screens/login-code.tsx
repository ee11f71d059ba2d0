import { Form, useNavigation } from 'react-router'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { callerOf } from '#app/http/caller-of.server.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedForm } from '#app/http/refused.server.ts'
import { safeNext } from '#app/http/safe-next.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { savedUrl } from '#app/settings/settings-pages.ts'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { homeAfterSignIn } from '#identity/account.ts'
import type { Route } from './+types/login-code'
import '../styles/entry.css'

export const handle: RouteHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = () => head('Login', 'Enter the code from your authenticator app to log in.')

export async function loader({ url, context, request }: Route.LoaderArgs) {
  const next = safeNext(url.searchParams.get('next'))
  const { account, isSubmission } = context.get(pageRequestContext)
  if (account) throw redirectTo(next ?? homeAfterSignIn(account))
  // A form sent too late is answered by its refusal.
  const isWaiting = isSubmission || (await context.get(hoshiContext).identity.awaitsCode(request.headers.get('cookie')))
  if (!isWaiting) throw redirectTo(next ? `/login?next=${encodeURIComponent(next)}` : '/login')
  return { next }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const next = safeNext(String(form.get('next') ?? ''))
  const { account: signedIn } = context.get(pageRequestContext)
  if (signedIn) return redirectTo(next ?? homeAfterSignIn(signedIn))
  const code = String(form.get('code') ?? '')
  try {
    const { identity } = context.get(hoshiContext)
    const { account, isRestored, setCookies } = await identity.finishSignIn({ code }, callerOf(context, request))
    const headers = new Headers()
    for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
    return redirectTo(isRestored ? savedUrl('restored') : (next ?? homeAfterSignIn(account)), { headers })
  } catch (thrown) {
    return refusedForm(thrown, null)
  }
}

/** A code without a response shows its error in the form. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOr(serverAction, (refused) => ({ refused, values: null }))
}

export default function LoginCode({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const refused = actionData?.refused
  const errorId = refused ? 'login-error' : undefined
  return (
    <AuthCard scene="night" title="One more step" lead="Enter the 6-digit code from your authenticator app">
      {refused && <ErrorMessage id={errorId}>{`Failed to login: ${refused.message}`}</ErrorMessage>}
      <Form method="post" noValidate>
        {loaderData.next && <input type="hidden" name="next" value={loaderData.next} />}
        <Field
          label="Code"
          hint="or a recovery code"
          name="code"
          autoComplete="one-time-code"
          maxLength={20}
          required
          describedBy={errorId}
          isInvalid={refused?.field === 'code'}
        />
        <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
          Log In
        </button>
      </Form>
      <p className="entry-other">
        Not you?{' '}
        <Link className="link" to="/login">
          Start over
        </Link>
      </p>
    </AuthCard>
  )
}
