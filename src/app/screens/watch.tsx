import { isPrefetchRequest, loadWatchData, prefetchData } from '#app/episodes/prefetch.ts'
import { head, sharedHead } from '#app/http/head.ts'
import { isNotFound, NotFoundState } from '#app/layout/error-page.tsx'
import { WatchLayout } from '#app/layout/watch-layout.tsx'
import { PAGE_GONE } from '#app/messages/failures.ts'
import { NotArrived, notArrivedHead } from '#app/offline/not-arrived.tsx'
import { loadWatch } from '#app/watch/load-watch.server.ts'
import { WatchEpisode } from '#app/watch/watch-episode.tsx'
import { handleWatchForm } from '#app/watch/watch-forms.server.ts'
import { watchHead } from '#app/watch-head.ts'
import type { Route } from './+types/watch'
import '../styles/playing.css'

export const meta: Route.MetaFunction = ({ matches, loaderData, error }) => {
  if (loaderData) return sharedHead(matches, watchHead(loaderData))
  return isNotFound(error) ? head('Episode Not Found', 'There is no episode at this URL.') : notArrivedHead(error)
}

export function loader({ params, context, request, url }: Route.LoaderArgs) {
  return loadWatch(context, params.episodeId, url, request.headers.get('cookie'))
}

export function action({ params, context, request }: Route.ActionArgs) {
  return handleWatchForm(context, params.episodeId, request)
}

/** Uses the data prefetched when the visitor pointed at the card, if any. */
export async function clientLoader({ params, request, serverLoader }: Route.ClientLoaderArgs) {
  // Only a fetcher prefetches, and its data is never rendered.
  if (isPrefetchRequest(request)) return (await prefetchData(params.episodeId, serverLoader)) as never
  return loadWatchData(params.episodeId, serverLoader, isNotFound)
}

export default function Watch({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WatchLayout>
      <WatchEpisode key={loaderData.episode.id} data={loaderData} answer={actionData ?? null} />
    </WatchLayout>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <WatchLayout>
      <div className="wrap page">
        {isNotFound(error) ? (
          <NotFoundState title="Episode Not Found" back="Back to Explore">
            {PAGE_GONE}
          </NotFoundState>
        ) : (
          <NotArrived error={error} />
        )}
      </div>
    </WatchLayout>
  )
}
