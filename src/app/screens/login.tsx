import { Form, Link, redirect, useNavigation } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { EntrySheet } from '#app/entry/entry-sheet.tsx'
import type { ScreenHandle } from '#app/frame/screen-handle.ts'
import { sharedHead } from '#app/head.ts'
import { readForm } from '#app/read-form.server.ts'
import { refusedForm } from '#app/refused.server.ts'
import { safeNext } from '#app/safe-next.ts'
import { Field, Message, Success } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { sendOr, unanswered } from '#app/unanswered.ts'
import { homeAfterSignIn } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Route } from './+types/login'

export const handle: ScreenHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, { title: 'Login', description: 'Login to continue your anime journey', path: '/login' })

// What an earlier step of the way has to say here, by the word it leaves in the address.
const statuses: Record<string, string> = {
  registered: 'Your account is ready. Please log in.',
  'account-deleted': 'Your account and everything in it is deleted.',
  'new-password': 'Your new password is set. Please log in.',
}

export function loader({ url, context }: Route.LoaderArgs) {
  const { searchParams } = url
  const next = safeNext(searchParams.get('next'))
  const { account } = context.get(visitContext)
  if (account) throw redirect(next ?? homeAfterSignIn(account))
  return { next, status: statuses[searchParams.get('after') ?? ''] ?? null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const email = String(form.get('email') ?? '').trim()
  const password = String(form.get('password') ?? '')
  const next = safeNext(String(form.get('next') ?? ''))
  try {
    if (email === '') throw new Refusal('identity.email_invalid', { field: 'email' })
    if (password === '') throw new Refusal('identity.password_required', { field: 'password' })
    const { address } = context.get(visitContext)
    const from = { address, cookie: request.headers.get('cookie') }
    const { account, setCookies } = await context.get(hoshiContext).identity.signIn({ email, password }, from)
    const headers = new Headers()
    for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
    return redirect(next ?? homeAfterSignIn(account), { headers })
  } catch (thrown) {
    return refusedForm(thrown, { email })
  }
}

/** A login that nobody answers has failed like any other. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const kept = { email: String(form.get('email') ?? '') }
  return sendOr(serverAction, () => ({ refused: unanswered, kept }))
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const refused = actionData?.refused
  const errorId = refused ? 'login-error' : undefined
  return (
    <EntrySheet scene="night" title="Welcome back!" lead="Login to continue your anime journey">
      {refused ? (
        <Message id={errorId}>{`Failed to login: ${refused.message}`}</Message>
      ) : (
        loaderData.status && <Success>{loaderData.status}</Success>
      )}
      <Form method="post" noValidate>
        {loaderData.next && <input type="hidden" name="next" value={loaderData.next} />}
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={actionData?.kept.email}
          required
          describedBy={errorId}
          isWrong={refused?.field === 'email'}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          describedBy={errorId}
          isWrong={refused?.field === 'password'}
        />
        <p className="entry-aside">
          <Link className="link" to="/forgot-password">
            Forgot your password?
          </Link>
        </p>
        <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
          Log In
        </button>
      </Form>
      <p className="entry-other">
        New here?{' '}
        <Link className="link" to="/signup">
          Sign Up
        </Link>
      </p>
    </EntrySheet>
  )
}
