import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { checkNewPasswordIn } from '#app/auth/account-checks.ts'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { callerOf } from '#app/http/caller-of.server.ts'
import { hoshiContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedForm } from '#app/http/refused.server.ts'
import { refusalOfForm, useAnswerProblems } from '#app/http/use-answer-problems.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { useFormProblems } from '#app/ui/form-problems.ts'
import { Link } from '#app/ui/link.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { PASSWORD_MIN_LENGTH } from '#identity/account.ts'
import type { Route } from './+types/reset-password'
import '../styles/entry.css'

export const handle: RouteHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = () => [
  ...head('New password', 'Choose a new password for your account.'),
  // The URL contains a secret, which no other site may receive.
  { name: 'referrer', content: 'same-origin' },
]

export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get('token') ?? '' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const token = String(form.get('token') ?? '')
  const newPassword = String(form.get('newPassword') ?? '')
  try {
    const { identity } = context.get(hoshiContext)
    const { setCookies } = await identity.resetPassword({ token, newPassword }, callerOf(context, request))
    const headers = new Headers()
    for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
    return redirectTo('/login?after=new-password', { headers })
  } catch (thrown) {
    return refusedForm(thrown, { token })
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const values = { token: String(form.get('token') ?? '') }
  return submitOr(serverAction, (refused) => ({ refused, values }))
}

/** Those that show why they were refused. */
const fields = ['newPassword']
const check = checkNewPasswordIn('newPassword')

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const shown = useFormProblems(form, useAnswerProblems(actionData, fields), check)
  const problem = refusalOfForm(actionData, fields)
  return (
    <AuthCard scene="night" title="New password" lead="Choose a new password for your account">
      {problem !== null && <ErrorMessage>{problem}</ErrorMessage>}
      <Form ref={form} method="post" noValidate {...shown.formProps}>
        <input type="hidden" name="token" value={actionData?.values.token || loaderData.token} />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
          {...shown.fieldProps('newPassword')}
        />
        <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
          Set New Password
        </button>
      </Form>
      <p className="entry-other">
        Has the link expired?{' '}
        <Link className="link" to="/forgot-password">
          Request a new one
        </Link>
      </p>
    </AuthCard>
  )
}
