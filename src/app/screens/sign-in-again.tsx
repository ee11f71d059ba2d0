import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { checkPresentPassword } from '#app/auth/account-checks.ts'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { callerOf } from '#app/http/caller-of.server.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedForm } from '#app/http/refused.server.ts'
import { safeNext } from '#app/http/safe-next.ts'
import { refusalOfForm, useAnswerProblems } from '#app/http/use-answer-problems.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { offersPasskeys } from '#app/passkeys/offers-passkeys.ts'
import { PasskeyButton } from '#app/passkeys/passkey-button.tsx'
import { usePasskeySignIn } from '#app/passkeys/use-passkey-sign-in.ts'
import { ProviderForm } from '#app/provider/provider-form.tsx'
import { providerProblem } from '#app/provider/provider-problem.server.ts'
import { savedUrl } from '#app/settings/settings-pages.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { useFormProblems } from '#app/ui/form-problems.ts'
import { Link } from '#app/ui/link.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { Refusal } from '#platform/refusal.ts'
import type { Route } from './+types/sign-in-again'
import '../styles/entry.css'

export const handle: RouteHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = () => head('Your password', 'Enter your password again to continue.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const { isSubmission, account: signedIn } = context.get(pageRequestContext)
  const next = safeNext(url.searchParams.get('next')) ?? '/settings'
  // If the session has ended, the action's refusal says so.
  if (isSubmission && !signedIn) return { email: '', next, ...passwordOnly }
  const account = requireAccount({ context, url })
  const { identity } = context.get(hoshiContext)
  const { hasPassword, isLinked, passkeyCount } = await identity.waysInOf(account)
  return {
    email: account.email,
    next,
    hasPassword,
    hasPasskeys: passkeyCount > 0 && offersPasskeys(identity.passkeyOrigin, url),
    providerName: isLinked ? identity.providerName : null,
    problem: providerProblem(url),
  }
}

const passwordOnly = { hasPassword: true, hasPasskeys: false, providerName: null, problem: null }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const password = String(form.get('password') ?? '')
  const next = safeNext(String(form.get('next') ?? '')) ?? '/settings'
  try {
    const { account } = context.get(pageRequestContext)
    if (!account) throw new Refusal('identity.sign_in_required')
    if (password === '') throw new Refusal('identity.password_required', { field: 'password' })
    await context.get(hoshiContext).identity.signInAgain(account, { password }, callerOf(context, request))
    return redirectTo(next)
  } catch (thrown) {
    return refusedForm(thrown, null)
  }
}

/** A password without a response shows its error in the form. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOr(serverAction, (refused) => ({ refused, values: null }))
}

/** Those that show why they were refused. */
const fields = ['password']

export default function SignInAgain({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const { email, next, hasPassword, hasPasskeys, providerName } = loaderData
  const passkey = usePasskeySignIn({ next, restored: savedUrl('restored') }, hasPasskeys, false)
  const form = useRef<HTMLFormElement>(null)
  const shown = useFormProblems(form, useAnswerProblems(actionData, fields), checkPresentPassword)
  const problem = passkey.problem ?? refusalOfForm(actionData, fields) ?? loaderData.problem
  return (
    <AuthCard
      scene="night"
      title="Confirm it is you"
      lead={hasPassword ? 'Enter your password again to continue.' : 'Log in again to continue.'}
    >
      {problem && <ErrorMessage>{problem}</ErrorMessage>}
      {hasPassword && (
        <Form ref={form} method="post" noValidate onSubmit={passkey.forget} {...shown.formProps}>
          <input type="hidden" name="next" value={next} />
          {/* For password managers, which look for it beside the password. */}
          <input type="email" autoComplete="username" defaultValue={email} hidden />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            {...shown.fieldProps('password')}
          />
          <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
            Continue
          </button>
        </Form>
      )}
      {hasPasskeys && <PasskeyButton signIn={passkey} />}
      {providerName !== null && <ProviderForm name={providerName} next={next} />}
      <p className="entry-other">
        {email && <>Logged in as {email}. </>}
        <Link className="link" to={next}>
          Go Back
        </Link>
      </p>
    </AuthCard>
  )
}
