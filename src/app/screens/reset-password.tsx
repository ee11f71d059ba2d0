import { Form, Link, redirect, useNavigation } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { EntrySheet } from '#app/entry/entry-sheet.tsx'
import type { ScreenHandle } from '#app/frame/screen-handle.ts'
import { head } from '#app/head.ts'
import { readForm } from '#app/read-form.server.ts'
import { refusedForm } from '#app/refused.server.ts'
import { Message } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { sendOr, unanswered } from '#app/unanswered.ts'
import { PASSWORD_MIN_LENGTH } from '#identity/account.ts'
import type { Route } from './+types/reset-password'

export const handle: ScreenHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = () => [
  ...head('New password', 'Choose a new password for your account.'),
  // The address carries a secret; no other site is told of it.
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
    const { address } = context.get(visitContext)
    const from = { address, cookie: request.headers.get('cookie') }
    const { setCookies } = await context.get(hoshiContext).identity.resetPassword({ token, newPassword }, from)
    const headers = new Headers()
    for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
    return redirect('/login?after=new-password', { headers })
  } catch (thrown) {
    return refusedForm(thrown, { token })
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const kept = { token: String(form.get('token') ?? '') }
  return sendOr(serverAction, () => ({ refused: unanswered, kept }))
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const refused = actionData?.refused
  return (
    <EntrySheet scene="night" title="New password" lead="Choose the password you log in with from now on">
      {refused && <Message id="reset-error">{refused.message}</Message>}
      <Form method="post" noValidate>
        <input type="hidden" name="token" value={actionData?.kept.token || loaderData.token} />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
          describedBy={refused ? 'reset-error' : undefined}
          isWrong={Boolean(refused)}
        />
        <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
          Set New Password
        </button>
      </Form>
      <p className="entry-other">
        The link is too old?{' '}
        <Link className="link" to="/forgot-password">
          Ask for a new one
        </Link>
      </p>
    </EntrySheet>
  )
}
