import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { checkEmail } from '#app/auth/account-checks.ts'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { refusedForm } from '#app/http/refused.server.ts'
import { refusalOfForm, useAnswerProblems } from '#app/http/use-answer-problems.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { ErrorMessage, Field, SuccessMessage } from '#app/ui/field.tsx'
import { useFormProblems } from '#app/ui/form-problems.ts'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/forgot-password'
import '../styles/entry.css'

export const handle: RouteHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'Reset password',
    description: 'Request an email with a link to choose a new password.',
    path: '/forgot-password',
  })

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const email = String(form.get('email') ?? '').trim()
  try {
    const { ip } = context.get(pageRequestContext)
    await context.get(hoshiContext).identity.requestPasswordReset({ email }, { ip })
    return { refused: null, values: { email: '' } }
  } catch (thrown) {
    return refusedForm(thrown, { email })
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const values = { email: String(form.get('email') ?? '') }
  return submitOr(serverAction, (refused) => ({ refused, values }))
}

/** Those that show why they were refused. */
const fields = ['email']

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const shown = useFormProblems(form, useAnswerProblems(actionData, fields), checkEmail)
  const problem = refusalOfForm(actionData, fields)
  return (
    <AuthCard scene="night" title="Reset password" lead="We will email you a link to choose a new password">
      {problem !== null && <ErrorMessage>{problem}</ErrorMessage>}
      {actionData && !actionData.refused && (
        <SuccessMessage>Password reset email sent! Check your inbox.</SuccessMessage>
      )}
      <Form ref={form} method="post" noValidate {...shown.formProps}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.values.email}
          required
          {...shown.fieldProps('email')}
        />
        <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
          Send Reset Email
        </button>
      </Form>
      <p className="entry-other">
        Remembered it?{' '}
        <Link className="link" to="/login">
          Login
        </Link>
      </p>
    </AuthCard>
  )
}
