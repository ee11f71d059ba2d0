import { Form, Link, redirect, useNavigation } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { AccountType, CreatorFields } from '#app/entry/account-type.tsx'
import { EntrySheet } from '#app/entry/entry-sheet.tsx'
import type { ScreenHandle } from '#app/frame/screen-handle.ts'
import { sharedHead } from '#app/head.ts'
import { readForm } from '#app/read-form.server.ts'
import { refusedForm } from '#app/refused.server.ts'
import { Field, Message } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { sendOr, unanswered } from '#app/unanswered.ts'
import { type ChosenRole, chosenRoles, homeAfterSignIn } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Route } from './+types/signup'

export const handle: ScreenHandle = { backdrop: 'sky' }

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'Sign Up',
    description: 'Join Hoshi to watch short-form anime, or to show your own.',
    path: '/signup',
  })

export function loader({ context }: Route.LoaderArgs) {
  const { account } = context.get(visitContext)
  if (account) throw redirect(homeAfterSignIn(account))
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const kept = readKept(form)
  try {
    const { address } = context.get(visitContext)
    await context.get(hoshiContext).creators.signUp(
      {
        email: kept.email,
        password: String(form.get('password') ?? ''),
        role: readRole(kept.role),
        agreedToTerms: kept.terms,
        username: kept.username,
        bio: kept.bio,
        patreonUrl: kept.patreonUrl,
      },
      { address },
    )
    return redirect('/login?after=registered')
  } catch (thrown) {
    return refusedForm(thrown, kept)
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const kept = readKept(await request.clone().formData())
  return sendOr(serverAction, () => ({ refused: unanswered, kept }))
}

/** Everything typed but the password. */
function readKept(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    email: text('email'),
    role: text('role') || 'viewer',
    username: text('username'),
    bio: text('bio'),
    patreonUrl: text('patreonUrl'),
    terms: form.get('terms') !== null,
  }
}

function readRole(role: string): ChosenRole {
  const chosen = chosenRoles.find((known) => known === role)
  if (!chosen) throw new Refusal('identity.role_unknown', { field: 'role' })
  return chosen
}

const ERROR_ID = 'signup-error'

export default function Signup({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const kept = actionData?.kept
  const refused = actionData?.refused
  /** The one paragraph above the form speaks for the field it is about. */
  const about = (field: string) =>
    refused?.field === field ? { describedBy: ERROR_ID, isWrong: true } : { isWrong: false }
  const termsMissing = refused?.code === 'identity.terms_not_agreed'
  return (
    <EntrySheet scene="sea" title="Sign Up">
      {refused && <Message id={ERROR_ID}>{refused.message}</Message>}
      <Form method="post" noValidate>
        <div className="field-pair">
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={kept?.email}
            required
            {...about('email')}
          />
          <PasswordField label="Password" name="password" autoComplete="new-password" {...about('password')} />
        </div>
        <AccountType chosen={kept?.role === 'creator' ? 'creator' : 'viewer'} />
        <CreatorFields kept={kept} about={about} />
        <div className="check">
          <input
            type="checkbox"
            id="terms"
            name="terms"
            defaultChecked={kept?.terms}
            required
            aria-invalid={termsMissing || undefined}
            aria-describedby={termsMissing ? ERROR_ID : undefined}
          />
          <label htmlFor="terms">
            I agree to the{' '}
            <Link className="link" to="/terms">
              Terms of Service
            </Link>{' '}
            and{' '}
            <Link className="link" to="/privacy">
              Privacy Policy
            </Link>
          </label>
        </div>
        <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
          Register
        </button>
      </Form>
      <p className="entry-other">
        Already have an account?{' '}
        <Link className="link" to="/login">
          Login
        </Link>
      </p>
    </EntrySheet>
  )
}
