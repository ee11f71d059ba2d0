import { Outlet } from 'react-router'
import { mayAdminister } from '#administration/permissions.ts'
import { ConsoleLayout } from '#app/console/console-layout.tsx'
import { requireConsole } from '#app/console/guard.server.ts'
import { hoshiContext } from '#app/http/context.ts'
import type { Route } from './+types/admin'
import '../styles/console.css'

/** Numbers of open items at the places of the console. */
export async function loader({ context }: Route.LoaderArgs) {
  const isAdmin = mayAdminister(requireConsole(context))
  const { administration, moderation } = context.get(hoshiContext)
  const [waiting, jobs] = await Promise.all([
    moderation.queue.waitingCounts(),
    isAdmin ? administration.jobs.counts() : null,
  ])
  const counts = {
    queue: waiting.all,
    urgent: waiting.urgent,
    jobs: jobs?.failed ?? 0,
  }
  return { counts, isAdmin }
}

/** The console's frame. Each page inside asks for itself, too, who may see it. */
export default function Admin({ loaderData }: Route.ComponentProps) {
  return (
    <ConsoleLayout {...loaderData}>
      <Outlet />
    </ConsoleLayout>
  )
}
