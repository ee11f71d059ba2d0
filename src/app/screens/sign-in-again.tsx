import { Form, redirect, useNavigation } from 'react-router'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { callerOf } from '#app/caller-of.server.ts'
import { hoshiContext, pageRequestContext } from '#app/context.ts'
import { requireAccount } from '#app/guard.server.ts'
import { head } from '#app/head.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { submitOr } from '#app/no-response.ts'
import { readForm } from '#app/read-form.server.ts'
import { refusedForm } from '#app/refused.server.ts'
import { safeNext } from '#app/safe-next.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { Refusal } from '#platform/refusal.ts'
import type { Route } from './+types/sign-in-again'
import '../styles/entry.css'

export const handle: RouteHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = () => head('Your password', 'Enter your password again to continue.')

export function loader({ context, url }: Route.LoaderArgs) {
  const { isSubmission, account: signedIn } = context.get(pageRequestContext)
  const next = safeNext(url.searchParams.get('next')) ?? '/settings'
  // If the session has ended, the action's refusal says so.
  if (isSubmission && !signedIn) return { email: '', next }
  return { email: requireAccount({ context, url }).email, next }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const password = String(form.get('password') ?? '')
  const next = safeNext(String(form.get('next') ?? '')) ?? '/settings'
  try {
    const { account } = context.get(pageRequestContext)
    if (!account) throw new Refusal('identity.sign_in_required')
    if (password === '') throw new Refusal('identity.password_required', { field: 'password' })
    await context.get(hoshiContext).identity.signInAgain(account, { password }, callerOf(context, request))
    return redirect(next)
  } catch (thrown) {
    return refusedForm(thrown, null)
  }
}

/** A password without a response shows its error in the form. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOr(serverAction, (refused) => ({ refused, values: null }))
}

export default function SignInAgain({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const refused = actionData?.refused
  const errorId = refused ? 'sign-in-again-error' : undefined
  return (
    <AuthCard scene="night" title="Is it still you?" lead="Enter your password again to continue.">
      {refused && <ErrorMessage id={errorId}>{refused.message}</ErrorMessage>}
      <Form method="post" noValidate>
        <input type="hidden" name="next" value={loaderData.next} />
        {/* For password managers, which look for it beside the password. */}
        <input type="email" autoComplete="username" defaultValue={loaderData.email} hidden />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          describedBy={errorId}
          isInvalid={refused?.field === 'password'}
        />
        <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
          Continue
        </button>
      </Form>
      <p className="entry-other">
        {loaderData.email && <>Logged in as {loaderData.email}. </>}
        <Link className="link" to={loaderData.next}>
          Go back
        </Link>
      </p>
    </AuthCard>
  )
}
