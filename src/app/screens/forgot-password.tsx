import { Form, useNavigation } from 'react-router'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { refusedForm } from '#app/http/refused.server.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { ErrorMessage, Field, SuccessMessage } from '#app/ui/field.tsx'
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

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const refused = actionData?.refused
  return (
    <AuthCard scene="night" title="Reset password" lead="We will email you a link to choose a new password">
      {refused && <ErrorMessage id="reset-error">{refused.message}</ErrorMessage>}
      {actionData && !refused && <SuccessMessage>Password reset email sent! Check your inbox.</SuccessMessage>}
      <Form method="post" noValidate>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.values.email}
          required
          describedBy={refused ? 'reset-error' : undefined}
          isInvalid={Boolean(refused)}
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
