import { useRef } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { checkNewCredentials } from '#app/auth/account-checks.ts'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { overviewPath } from '#app/console/places.ts'
import { callerOf } from '#app/http/caller-of.server.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { problemsForm, refusedForm } from '#app/http/refused.server.ts'
import { refusalOfForm, useAnswerProblems } from '#app/http/use-answer-problems.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { pageRefusals } from '#app/messages/page-refusals.ts'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { useFormProblems } from '#app/ui/form-problems.ts'
import { FormSummary } from '#app/ui/form-summary.tsx'
import { Link } from '#app/ui/link.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { PASSWORD_MIN_LENGTH } from '#identity/account.ts'
import type { Route } from './+types/first-admin'
import '../styles/entry.css'

export const handle: RouteHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = () => [
  ...head('First admin', 'Set up the first admin account.'),
  // The URL contains a secret, which no other site may receive.
  { name: 'referrer', content: 'same-origin' },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  const { account } = context.get(pageRequestContext)
  const isValid = await context.get(hoshiContext).identity.isFirstAdminToken(token)
  return data({ token, isValid, email: account?.email ?? null }, { status: isValid ? 200 : 404 })
}

/** Makes the signed-in account the first admin, or a new one, which is signed in then. */
export async function action({ request, context }: Route.ActionArgs) {
  const { account } = context.get(pageRequestContext)
  const { administration, identity } = context.get(hoshiContext)
  const form = await readForm(request)
  const text = (name: string) => String(form.get(name) ?? '')
  const [token, email, password] = [text('token'), text('email'), text('password')]
  const problems = account ? [] : checkNewCredentials(form)
  if (problems.length > 0 && (await identity.isFirstAdminToken(token))) return problemsForm(problems, { email })
  try {
    if (account) {
      await administration.accounts.becomeFirstAdmin(account, token)
      return redirectTo(overviewPath)
    }
    await administration.accounts.createFirstAdmin({ email, password }, token)
    const { setCookies } = await identity.signIn({ email, password }, callerOf(context, request))
    const headers = new Headers()
    for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
    return redirectTo(overviewPath, { headers })
  } catch (thrown) {
    return refusedForm(thrown, { email })
  }
}

const labels = { email: 'Email', password: 'Password' }
const fields = Object.keys(labels)

export default function FirstAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { token, isValid, email } = loaderData
  const isBusy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const shown = useFormProblems(form, useAnswerProblems(actionData, fields), checkNewCredentials)
  const problem = refusalOfForm(actionData, fields)
  const next = `/first-admin?token=${encodeURIComponent(token)}`
  if (!isValid && !actionData)
    return (
      <AuthCard scene="night" title="First admin">
        <ErrorMessage>{pageRefusals['moderation.first_admin_link_invalid']}</ErrorMessage>
      </AuthCard>
    )
  return (
    <AuthCard
      scene="night"
      title="First admin"
      lead={email === null ? 'Set up the first admin account' : `${email} will be the admin of this site.`}
    >
      {problem !== null && <ErrorMessage>{problem}</ErrorMessage>}
      <FormSummary form={form} shown={shown} labels={labels} />
      <Form ref={form} method="post" noValidate {...shown.formProps}>
        <input type="hidden" name="token" value={token} />
        {email === null && (
          <>
            <Field
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              required
              defaultValue={actionData?.values.email ?? ''}
              {...shown.fieldProps('email')}
            />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="new-password"
              hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
              {...shown.fieldProps('password')}
            />
          </>
        )}
        <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
          {email === null ? 'Create Admin Account' : 'Become Admin'}
        </button>
      </Form>
      {email === null && (
        <p className="entry-other">
          Have an account already?{' '}
          <Link className="link" to={`/login?next=${encodeURIComponent(next)}`}>
            Log in
          </Link>
        </p>
      )}
    </AuthCard>
  )
}
