import { Outlet } from 'react-router'
import { ConsoleLayout } from '#app/console/console-layout.tsx'
import { requireConsole } from '#app/console/guard.server.ts'
import { hoshiContext } from '#app/context.ts'
import type { Route } from './+types/admin'
import '../styles/console.css'

/** How many items wait. */
export async function loader({ context }: Route.LoaderArgs) {
  requireConsole(context)
  return { waiting: await context.get(hoshiContext).moderation.waitingCount() }
}

/** The console's frame. Each page inside asks for itself, too, who may see it. */
export default function Admin({ loaderData }: Route.ComponentProps) {
  return (
    <ConsoleLayout waiting={loaderData.waiting}>
      <Outlet />
    </ConsoleLayout>
  )
}
