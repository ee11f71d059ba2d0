import { data } from 'react-router'
import { AuthCard } from '#app/auth/auth-card.tsx'
import { hoshiContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { messages } from '#app/messages/refusals.server.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/unsubscribe'
import '../styles/entry.css'

export const handle: RouteHandle = { backdrop: 'night' }

export const meta: Route.MetaFunction = () => [
  ...head('Email digest', 'Unsubscribe from the email digest of your notifications.'),
  // The URL contains a secret, which no other site may receive.
  { name: 'referrer', content: 'same-origin' },
]

/** The form is handled by the server itself, which needs neither a session nor an origin. */
export function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  if (url.searchParams.has('done')) return { token, state: 'done' as const }
  if (context.get(hoshiContext).community.isUnsubscribeToken(token)) return { token, state: 'asking' as const }
  return data({ token, state: 'invalid' as const, message: messages['community.unsubscribe_invalid'] }, { status: 404 })
}

export default function Unsubscribe({ loaderData }: Route.ComponentProps) {
  const { token, state } = loaderData
  return (
    <AuthCard
      scene="night"
      title="Email digest"
      lead={state === 'asking' ? 'This stops the emails. You still get notifications on Hoshi.' : undefined}
    >
      {state === 'done' && <p role="status">You have been unsubscribed from the email digest.</p>}
      {loaderData.state === 'invalid' && <ErrorMessage>{loaderData.message}</ErrorMessage>}
      {state === 'asking' && (
        <form method="post" action={`/unsubscribe?token=${encodeURIComponent(token)}`}>
          <button type="submit" className="button button-primary button-large button-wide">
            Unsubscribe
          </button>
        </form>
      )}
      <p className="entry-other">
        <Link className="link" to="/settings/notifications">
          Notification settings
        </Link>
      </p>
    </AuthCard>
  )
}
