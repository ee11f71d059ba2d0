import { data } from 'react-router'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import { homeAfterSignIn } from '#identity/account.ts'
import type { Route } from './+types/verify-email'
import '../styles/entry.css'

export const handle: RouteHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = () => [
  ...head('Confirm your address', 'Confirm your email address.'),
  // The URL contains a secret, which no other site may receive.
  { name: 'referrer', content: 'same-origin' },
]

/** Opening the link confirms the address. A mail service that opens it first does no harm: the mail has arrived. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { account } = context.get(pageRequestContext)
  const home = account && homeAfterSignIn(account)
  try {
    await context.get(hoshiContext).identity.verifyMail(url.searchParams.get('token') ?? '')
    return { refused: null, home }
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    return data({ refused, home }, init)
  }
}

export default function VerifyEmail({ loaderData }: Route.ComponentProps) {
  const { refused, home } = loaderData
  return (
    <AuthCard scene="night" title={refused ? 'This link is not valid' : 'Your address is confirmed'}>
      {refused ? (
        <ErrorMessage>{refused.message}</ErrorMessage>
      ) : (
        <p className="entry-lead">You can now upload, comment, like and follow.</p>
      )}
      <Link
        className="button button-primary button-large button-wide"
        to={refused ? '/settings/security#verify' : (home ?? '/login')}
      >
        {refused ? 'Go to Settings' : home ? 'Continue' : 'Log In'}
      </Link>
    </AuthCard>
  )
}
