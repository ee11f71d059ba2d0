import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { checkLogin } from '#app/auth/account-checks.ts'
import { readGracePeriod } from '#app/auth/after-deletion.ts'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { GraceDays } from '#app/auth/grace-days.tsx'
import { forgetNewAccount, newAccount } from '#app/auth/new-account.ts'
import { callerOf } from '#app/http/caller-of.server.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { problemsForm, refusedForm } from '#app/http/refused.server.ts'
import { safeNext } from '#app/http/safe-next.ts'
import { useAnswerProblems } from '#app/http/use-answer-problems.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { offersPasskeys } from '#app/passkeys/offers-passkeys.ts'
import { PasskeyButton } from '#app/passkeys/passkey-button.tsx'
import { usePasskeySignIn } from '#app/passkeys/use-passkey-sign-in.ts'
import { ProviderForm } from '#app/provider/provider-form.tsx'
import { providerProblem } from '#app/provider/provider-problem.server.ts'
import { savedUrl } from '#app/settings/settings-pages.ts'
import { ErrorMessage, Field, SuccessMessage } from '#app/ui/field.tsx'
import { useFormProblems } from '#app/ui/form-problems.ts'
import { FormSummary } from '#app/ui/form-summary.tsx'
import { Link } from '#app/ui/link.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { homeAfterSignIn } from '#identity/account.ts'
import type { Route } from './+types/login'
import '../styles/entry.css'

export const handle: RouteHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, { title: 'Login', description: 'Login to continue your anime journey', path: '/login' })

// Messages of an earlier step, by the value of the `after` parameter.
const statusMessages: Record<string, string> = {
  registered: 'Your account is ready. Please log in.',
  'registered-unverified':
    'Your account is ready. Please log in, and open the link we emailed you to confirm your address.',
  'account-deleted': 'Your account and everything in it have been deleted.',
  'account-hidden': 'Your account is hidden and scheduled for deletion. Log in to restore it.',
  'new-password': 'Your new password is set. Please log in.',
  'new-email': 'Your new email address is confirmed. Please log in with it.',
}

export function loader({ url, context }: Route.LoaderArgs) {
  const { searchParams } = url
  const next = safeNext(searchParams.get('next'))
  const { account } = context.get(pageRequestContext)
  if (account) throw redirectTo(next ?? homeAfterSignIn(account))
  const after = searchParams.get('after') ?? ''
  const grace = after === 'account-hidden' ? readGracePeriod(searchParams.get('until'), new Date()) : null
  const { passkeyOrigin, providerName } = context.get(hoshiContext).identity
  return {
    next,
    status: statusMessages[after] ?? null,
    grace,
    hasPasskeys: offersPasskeys(passkeyOrigin, url),
    providerName,
    providerProblem: providerProblem(url),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const email = String(form.get('email') ?? '').trim()
  const password = String(form.get('password') ?? '')
  const next = safeNext(String(form.get('next') ?? ''))
  const problems = checkLogin(form)
  if (problems.length > 0) return problemsForm(problems, { email })
  try {
    const { identity } = context.get(hoshiContext)
    const signedIn = await identity.signIn({ email, password }, callerOf(context, request))
    const { account, needsCode, isRestored, setCookies } = signedIn
    const headers = new Headers()
    for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
    if (needsCode) return redirectTo(next ? `/login/code?next=${encodeURIComponent(next)}` : '/login/code', { headers })
    return redirectTo(isRestored ? savedUrl('restored') : (next ?? homeAfterSignIn(account)), { headers })
  } catch (thrown) {
    return refusedForm(thrown, { email })
  }
}

/** A login without a response shows its error in the form. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const values = { email: String(form.get('email') ?? '') }
  return submitOr(serverAction, (refused) => ({ refused, values }))
}

const labels = { email: 'Email', password: 'Password' }

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const isHydrated = useHydrated()
  const { next, status, hasPasskeys, providerName } = loaderData
  // After a sign-up on this page, logging in takes one press.
  const [typed] = useState(newAccount)
  useEffect(forgetNewAccount, [])
  // The login page leads a signed-in person home.
  const passkey = usePasskeySignIn({ next: next ?? '/login', restored: savedUrl('restored') }, hasPasskeys, true)
  const refused = actionData?.refused
  const form = useRef<HTMLFormElement>(null)
  const shown = useFormProblems(form, useAnswerProblems(actionData, []), checkLogin)
  const problem = passkey.problem ?? refused?.message ?? loaderData.providerProblem
  const errorId = problem ? 'login-error' : undefined
  const faultOf = (field: string) => {
    const props = shown.fieldProps(field)
    return errorId && !props.error ? { ...props, describedBy: errorId, isInvalid: refused?.field === field } : props
  }
  return (
    <AuthCard scene="night" title="Welcome back!" lead="Login to continue your anime journey">
      {!problem && status && <SuccessMessage>{status}</SuccessMessage>}
      {!problem && loaderData.grace && <GraceDays period={loaderData.grace} />}
      <FormSummary form={form} shown={shown} labels={labels} />
      <Form ref={form} method="post" noValidate onSubmit={passkey.forget} {...shown.formProps}>
        {next && <input type="hidden" name="next" value={next} />}
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete={hasPasskeys && isHydrated ? 'username webauthn' : 'username'}
          defaultValue={actionData?.values.email ?? typed?.email}
          required
          {...faultOf('email')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          defaultValue={typed?.password}
          {...faultOf('password')}
        />
        <p className="entry-aside">
          <Link className="link" to="/forgot-password">
            Forgot your password?
          </Link>
        </p>
        {problem && <ErrorMessage id={errorId}>{`Failed to login: ${problem}`}</ErrorMessage>}
        <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
          Log In
        </button>
      </Form>
      {hasPasskeys && <PasskeyButton signIn={passkey} />}
      {providerName !== null && <ProviderForm name={providerName} next={next} />}
      <p className="entry-other">
        New here?{' '}
        <Link className="link" to={next ? `/signup?next=${encodeURIComponent(next)}` : '/signup'}>
          Sign Up
        </Link>
      </p>
    </AuthCard>
  )
}
