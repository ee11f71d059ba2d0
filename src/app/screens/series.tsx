import { head, posterOf, sharedHead } from '#app/head.ts'
import { isNotFound, NotFoundState } from '#app/layout/error-page.tsx'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { PAGE_GONE, PAGE_NOT_LOADED } from '#app/messages/failures.ts'
import { loadSeries } from '#app/series/load-series.server.ts'
import { SeriesPage } from '#app/series/series-page.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/series'
import '../styles/library.css'
import '../styles/series.css'
import '../styles/series-credits.css'

export const handle: RouteHandle = { backdrop: 'plain' }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? sharedHead(matches, {
        title: loaderData.title,
        description: loaderData.description || `A series by ${loaderData.creator.name} on Hoshi.`,
        path: `/series/${loaderData.id}`,
        poster: posterOf(loaderData.parts),
        isUnlisted: !loaderData.isListed,
      })
    : head('Series Not Found', 'There is no series at this URL.')

export function loader({ params, context }: Route.LoaderArgs) {
  return loadSeries(context, params.seriesId)
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
      <NotFoundState title="Series Not Found" back="Back to Explore">
        {isNotFound(error) ? PAGE_GONE : PAGE_NOT_LOADED}
      </NotFoundState>
    </div>
  )
}
