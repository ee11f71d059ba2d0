import { Form, Link, useNavigation } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { EntrySheet } from '#app/entry/entry-sheet.tsx'
import type { ScreenHandle } from '#app/frame/screen-handle.ts'
import { sharedHead } from '#app/head.ts'
import { readForm } from '#app/read-form.server.ts'
import { refusedForm } from '#app/refused.server.ts'
import { Field, Message, Success } from '#app/ui/field.tsx'
import { sendOr, unanswered } from '#app/unanswered.ts'
import type { Route } from './+types/forgot-password'

export const handle: ScreenHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'Reset password',
    description: 'Ask for a mail with a link to a new password.',
    path: '/forgot-password',
  })

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const email = String(form.get('email') ?? '').trim()
  try {
    const { address } = context.get(visitContext)
    await context.get(hoshiContext).identity.requestPasswordReset({ email }, { address })
    return { refused: null, kept: { email: '' } }
  } catch (thrown) {
    return refusedForm(thrown, { email })
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const kept = { email: String(form.get('email') ?? '') }
  return sendOr(serverAction, () => ({ refused: unanswered, kept }))
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const refused = actionData?.refused
  return (
    <EntrySheet scene="night" title="Reset password" lead="We send you a link to choose a new one">
      {refused && <Message id="reset-error">{refused.message}</Message>}
      {actionData && !refused && <Success>Password reset email sent! Check your inbox.</Success>}
      <Form method="post" noValidate>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.kept.email}
          required
          describedBy={refused ? 'reset-error' : undefined}
          isWrong={Boolean(refused)}
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
    </EntrySheet>
  )
}
