import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { AccountTypeField, CreatorFields } from '#app/auth/account-type.tsx'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { HiddenField, isHiddenFieldFilled } from '#app/auth/hidden-field.tsx'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedForm } from '#app/http/refused.server.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { SIGN_UP_PROOF } from '#app/messages/proof.ts'
import { SIGN_UP_BY_INVITATION, SIGN_UP_CLOSED } from '#app/messages/site.ts'
import { PROOF_FIELD } from '#app/proof/proof-field.ts'
import { useProof } from '#app/proof/use-proof.ts'
import { ProviderForm } from '#app/provider/provider-form.tsx'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { type ChosenRole, chosenRoles, homeAfterSignIn } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Route } from './+types/signup'
import '../styles/entry.css'

export const handle: RouteHandle = { backdrop: 'sky' }

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'Sign Up',
    description: 'Join Hoshi to watch short-form anime or share your own.',
    path: '/signup',
  })

export async function loader({ context, url }: Route.LoaderArgs) {
  const { account } = context.get(pageRequestContext)
  if (account) throw redirectTo(homeAfterSignIn(account))
  const { identity } = context.get(hoshiContext)
  const mode = await identity.signUpMode()
  const invitation = (url.searchParams.get('invitation') ?? '').slice(0, 100)
  return { mode, invitation, providerName: identity.providerName }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const values = readValues(form)
  try {
    // A refusal and not a feigned success: an extension may have filled the field for a person.
    if (isHiddenFieldFilled(form)) throw new Refusal('identity.hidden_field_filled')
    const { ip } = context.get(pageRequestContext)
    const { creators, identity } = context.get(hoshiContext)
    await creators.signUp(
      {
        email: values.email,
        password: String(form.get('password') ?? ''),
        role: readRole(String(form.get('role') ?? '')),
        agreedToTerms: values.terms,
        invitation: values.invitation,
        username: values.username,
        bio: values.bio,
        patreonUrl: values.patreonUrl,
      },
      { ip, proof: String(form.get(PROOF_FIELD) ?? '') || null },
    )
    return redirectTo(`/login?after=registered${identity.requiresVerifiedMail ? '-unverified' : ''}`)
  } catch (thrown) {
    return refusedForm(thrown, values)
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = readValues(await request.clone().formData())
  const answer = await submitOr(serverAction, (refused) => ({ refused, values }))
  // The form is still there as it was typed, password included: it can be sent again.
  return { ...answer, isFormIntact: true }
}

/** All submitted values except the password. */
function readValues(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    email: text('email'),
    role: text('role') || 'viewer',
    username: text('username'),
    bio: text('bio'),
    patreonUrl: text('patreonUrl'),
    invitation: text('invitation'),
    terms: form.get('terms') !== null,
  }
}

function readRole(role: string): ChosenRole {
  const chosen = chosenRoles.find((known) => known === role)
  if (!chosen) throw new Refusal('identity.role_unknown', { field: 'role' })
  return chosen
}

const ERROR_ID = 'signup-error'

export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, invitation } = loaderData
  const form = useRef<HTMLFormElement>(null)
  const isIntact = actionData !== undefined && 'isFormIntact' in actionData
  const isProving = useProof(form, isIntact ? actionData.refused : null)
  const isBusy = useNavigation().state !== 'idle' || isProving
  const values = actionData?.values
  const refused = actionData?.refused
  /** Links the message above the form to the invalid field. */
  const fieldProps = (field: string) =>
    refused?.field === field ? { describedBy: ERROR_ID, isInvalid: true } : { isInvalid: false }
  const areTermsMissing = refused?.code === 'identity.terms_not_agreed'
  if (mode === 'closed')
    return (
      <AuthCard scene="sea" title="Sign Up" lead={SIGN_UP_CLOSED}>
        <LoginInstead />
      </AuthCard>
    )
  return (
    <AuthCard scene="sea" title="Sign Up" {...(mode === 'invite' && { lead: SIGN_UP_BY_INVITATION })}>
      {refused && !isProving && <ErrorMessage id={ERROR_ID}>{refused.message}</ErrorMessage>}
      <Form ref={form} method="post" noValidate>
        <input type="hidden" name={PROOF_FIELD} />
        {mode === 'invite' && (
          <Field
            label="Invitation"
            name="invitation"
            autoComplete="off"
            defaultValue={values?.invitation ?? invitation}
            required
            {...fieldProps('invitation')}
          />
        )}
        <div className="field-pair">
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={values?.email}
            required
            {...fieldProps('email')}
          />
          <PasswordField label="Password" name="password" autoComplete="new-password" {...fieldProps('password')} />
        </div>
        <HiddenField answer={actionData} />
        <AccountTypeField chosen={values?.role === 'creator' ? 'creator' : 'viewer'} />
        <CreatorFields values={values} fieldProps={fieldProps} />
        <div className="check">
          <input
            type="checkbox"
            id="terms"
            name="terms"
            defaultChecked={values?.terms}
            required
            aria-invalid={areTermsMissing || undefined}
            aria-describedby={areTermsMissing ? ERROR_ID : undefined}
          />
          <label htmlFor="terms">
            I agree to the{' '}
            <Link className="link no-break" to="/terms">
              Terms of Service
            </Link>{' '}
            and{' '}
            <Link className="link no-break" to="/privacy">
              Privacy Policy
            </Link>
          </label>
        </div>
        <button type="submit" className="button button-primary button-large button-wide" disabled={isBusy}>
          Register
        </button>
        <p className="entry-status" role="status">
          {isProving && SIGN_UP_PROOF}
        </p>
      </Form>
      {mode === 'open' && loaderData.providerName !== null && (
        <ProviderForm name={loaderData.providerName} next={null} />
      )}
      <LoginInstead />
    </AuthCard>
  )
}

function LoginInstead() {
  return (
    <p className="entry-other">
      Already have an account?{' '}
      <Link className="link" to="/login">
        Login
      </Link>
    </p>
  )
}
