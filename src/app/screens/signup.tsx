import { useRef } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { checkNewAccount } from '#app/auth/account-checks.ts'
import { AccountTypeField, CreatorFields } from '#app/auth/account-type.tsx'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { HiddenField, isHiddenFieldFilled } from '#app/auth/hidden-field.tsx'
import { rememberNewAccount } from '#app/auth/new-account.ts'
import { problemsOfRefusal, signUpProblems } from '#app/auth/sign-up-problems.server.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import { loginPath } from '#app/http/login-path.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import { safeNext } from '#app/http/safe-next.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { SIGN_UP_PROOF } from '#app/messages/proof.ts'
import { SIGN_UP_BY_INVITATION, SIGN_UP_CLOSED } from '#app/messages/site.ts'
import { PROOF_FIELD } from '#app/proof/proof-field.ts'
import { useProof } from '#app/proof/use-proof.ts'
import { ProviderForm } from '#app/provider/provider-form.tsx'
import { ErrorMessage, Field } from '#app/ui/field.tsx'
import { type FieldProblem, useFormProblems } from '#app/ui/form-problems.ts'
import { FormSummary } from '#app/ui/form-summary.tsx'
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
  const next = safeNext(url.searchParams.get('next'))
  if (account) throw redirectTo(next ?? homeAfterSignIn(account))
  const { identity } = context.get(hoshiContext)
  const mode = await identity.signUpMode()
  const invitation = (url.searchParams.get('invitation') ?? '').slice(0, 100)
  return { mode, invitation, next, providerName: identity.providerName }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const values = readValues(form)
  try {
    // A refusal and not a feigned success: an extension may have filled the field for a person.
    if (isHiddenFieldFilled(form)) throw new Refusal('identity.hidden_field_filled')
    const { ip } = context.get(pageRequestContext)
    const { creators, identity } = context.get(hoshiContext)
    await identity.ensureMaySignUp(values.invitation)
    const input = {
      email: values.email,
      password: String(form.get('password') ?? ''),
      role: readRole(String(form.get('role') ?? '')),
      agreedToTerms: values.terms,
      invitation: values.invitation,
      username: values.username,
      bio: values.bio,
      patreonUrl: values.patreonUrl,
    }
    const problems = signUpProblems(input)
    if (problems.length > 0) return data({ refused: null, problems, values }, { status: 422 })
    await creators.signUp(input, { ip, proof: String(form.get(PROOF_FIELD) ?? '') || null })
    const after = `/login?after=registered${identity.requiresVerifiedMail ? '-unverified' : ''}`
    const next = safeNext(String(form.get('next') ?? ''))
    return redirectTo(next ? `${after}&next=${encodeURIComponent(next)}` : after)
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    return data({ refused, problems: problemsOfRefusal(refused), values }, init)
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const values = readValues(form)
  try {
    const answer = await submitOr(serverAction, (refused) => ({ refused, problems: noProblems, values }))
    // The form is still there as it was typed, password included: it can be sent again.
    return { ...answer, isFormIntact: true }
  } catch (thrown) {
    // The redirect to the login.
    if (thrown instanceof Response) rememberNewAccount(form)
    throw thrown
  }
}

const noProblems: FieldProblem[] = []

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

const labels = {
  invitation: 'Invitation',
  email: 'Email',
  password: 'Password',
  username: 'Username',
  bio: 'Bio',
  patreonUrl: 'Patreon URL',
}

export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  const { mode, invitation, next } = loaderData
  const form = useRef<HTMLFormElement>(null)
  const isIntact = actionData !== undefined && 'isFormIntact' in actionData
  const isProving = useProof(form, isIntact ? actionData.refused : null)
  const isBusy = useNavigation().state !== 'idle' || isProving
  const shown = useFormProblems(form, actionData?.problems ?? noProblems, checkNewAccount)
  const values = actionData?.values
  const refused = actionData?.refused
  const { fieldProps } = shown
  const terms = fieldProps('terms')
  if (mode === 'closed')
    return (
      <AuthCard scene="sea" title="Sign Up" lead={SIGN_UP_CLOSED}>
        <LoginInstead next={next} />
      </AuthCard>
    )
  return (
    <AuthCard scene="sea" title="Sign Up" {...(mode === 'invite' && { lead: SIGN_UP_BY_INVITATION })}>
      {refused && refused.field === null && !isProving && <ErrorMessage>{refused.message}</ErrorMessage>}
      <FormSummary form={form} shown={shown} labels={labels} />
      <Form ref={form} method="post" noValidate {...shown.formProps}>
        <input type="hidden" name={PROOF_FIELD} />
        {next && <input type="hidden" name="next" value={next} />}
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
        <AccountTypeField chosen={(values?.role ?? suggestedRole(next)) === 'creator' ? 'creator' : 'viewer'} />
        <CreatorFields values={values} fieldProps={fieldProps} />
        <div className="check">
          <input
            type="checkbox"
            id={terms.id}
            name="terms"
            defaultChecked={values?.terms}
            required
            aria-invalid={terms.isInvalid}
            aria-describedby={terms.describedBy}
          />
          <label htmlFor={terms.id}>
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
        <ProviderForm name={loaderData.providerName} next={next} />
      )}
      <LoginInstead next={next} />
    </AuthCard>
  )
}

/** Somebody on the way to the upload wants to be a creator. */
function suggestedRole(next: string | null): ChosenRole {
  return next?.split(/[?#]/)[0] === '/upload' ? 'creator' : 'viewer'
}

function LoginInstead({ next }: { next: string | null }) {
  return (
    <p className="entry-other">
      Already have an account?{' '}
      <Link className="link" to={next ? loginPath(next) : '/login'}>
        Login
      </Link>
    </p>
  )
}
