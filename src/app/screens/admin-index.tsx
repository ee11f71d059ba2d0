import { redirect } from 'react-router'
import { requireConsole } from '#app/console/guard.server.ts'
import { queuePath } from '#app/moderation/queue-url.ts'
import type { Route } from './+types/admin-index'

/** The address of the console leads to its first place. */
export function loader({ context }: Route.LoaderArgs) {
  requireConsole(context)
  return redirect(queuePath)
}

/** Never shown; without it, a refusal would be no page. */
export default function AdminIndex() {
  return null
}
