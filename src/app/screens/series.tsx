import { feedAlternates } from '#app/feeds/feed-url.ts'
import { head, posterOf, sharedHead } from '#app/http/head.ts'
import { isNotFound, NotFoundState } from '#app/layout/error-page.tsx'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { seriesDescription } from '#app/messages/descriptions.ts'
import { PAGE_GONE } from '#app/messages/failures.ts'
import { NotArrived, notArrivedHead } from '#app/offline/not-arrived.tsx'
import { loadSeries } from '#app/series/load-series.server.ts'
import { SeriesPage } from '#app/series/series-page.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/series'
import '../styles/library.css'
import '../styles/series.css'
import '../styles/series-credits.css'

export const handle: RouteHandle = { backdrop: 'plain' }

export const meta: Route.MetaFunction = ({ matches, loaderData, error }) => {
  if (!loaderData)
    return isNotFound(error) ? head('Series Not Found', 'There is no series at this URL.') : notArrivedHead(error)
  return sharedHead(matches, {
    title: loaderData.title,
    description: loaderData.description || seriesDescription(loaderData.creator.name),
    path: `/series/${loaderData.id}`,
    kind: 'video.tv_show',
    poster: posterOf(loaderData.parts),
    card: loaderData.card,
    isUnlisted: !loaderData.isListed,
    alternates: loaderData.feeds,
  })
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadSeries(context, params.seriesId)
  return { ...found, feeds: found.isListed ? feedAlternates({ kind: 'series', id: found.id }) : [] }
}

export default function Series({ loaderData }: Route.ComponentProps) {
  const { creator } = loaderData
  return (
    <div className="wrap page series">
      <Link className="back" to={`/creator/${creator.uid}`}>
        <Icon name="left" />
        {creator.name}
      </Link>
      <SeriesPage data={loaderData} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <div className="wrap page">
      {isNotFound(error) ? (
        <NotFoundState title="Series Not Found" back="Back to Explore">
          {PAGE_GONE}
        </NotFoundState>
      ) : (
        <NotArrived error={error} />
      )}
    </div>
  )
}
