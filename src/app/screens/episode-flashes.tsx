import { FlashCheck } from '#app/flashes/flash-check.tsx'
import { loadFlashCheck } from '#app/flashes/load-flash-check.server.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/episode-flashes'
import '../styles/flash-check.css'

export const meta: Route.MetaFunction = () => head('Flash check', 'Flashing lights in your episode.')

export function loader({ params, context, url }: Route.LoaderArgs) {
  return loadFlashCheck(context, requireAccount({ context, url }), params.episodeId)
}

export default function EpisodeFlashes({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap page">
      <Link className="back" to="/dashboard?tab=content">
        <Icon name="left" />
        Back to My Content
      </Link>
      <FlashCheck data={loaderData} />
    </div>
  )
}
