import { useRef, useState } from 'react'
import { data } from 'react-router'
import type { Card } from '#app/episodes/card-shape.ts'
import { EpisodeGrid, GridSkeleton } from '#app/episodes/grid.tsx'
import { loadCards } from '#app/episodes/load-cards.server.ts'
import { LoadMore } from '#app/episodes/load-more.tsx'
import { useLoadMore } from '#app/episodes/use-load-more.ts'
import { EmptySite } from '#app/explore/empty-site.tsx'
import { FilterPanel, NO_FILTERS } from '#app/explore/filter-panel.tsx'
import { countLine, exploreUrl, noFilters, readFilters } from '#app/explore/filters.ts'
import { type ListFailure, ListNotArrived, ListNotRenewed } from '#app/explore/search-failed.tsx'
import { useRequestedFilters } from '#app/explore/use-filters.ts'
import { feedAlternates } from '#app/feeds/feed-url.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { posterOf, sharedHead } from '#app/http/head.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Link } from '#app/ui/link.tsx'
import { Spinner } from '#app/ui/loading.tsx'
import { useDelayedPending } from '#app/ui/use-delayed-pending.ts'
import { EXPLORE_PAGE } from '#catalog/episode.ts'
import type { FoundLine } from '#catalog/lines/line.ts'
import type { Route } from './+types/explore'

export const handle: RouteHandle = { backdrop: 'stars' }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  sharedHead(matches, {
    title: 'Explore',
    description: 'Discover amazing short-form anime content from talented creators',
    path: '/explore',
    poster: posterOf(loaderData?.list?.items),
    alternates: loaderData?.feeds,
  })

export async function loader({ url, request, context }: Route.LoaderArgs) {
  const { catalog } = context.get(hoshiContext)
  const filters = readFilters(url.searchParams)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [moreGenres, { found, init }] = await Promise.all([
    catalog.moreGenres(),
    findCards(context, { ...filters, cursor }, request.signal),
  ])
  const feeds = feedAlternates({ kind: 'explore', filters })
  return data({ ...found, filters, feeds, moreGenres, failure: null as ListFailure | null }, init)
}

/** The cards that pass the filters, or why the list was refused. */
async function findCards(
  context: Route.LoaderArgs['context'],
  { genre, trending, search, cursor }: ReturnType<typeof readFilters> & { cursor: string | undefined },
  signal: AbortSignal,
) {
  const rooms = context.get(hoshiContext)
  const { account, ip } = context.get(pageRequestContext)
  try {
    const { episodes, total, nextCursor, lines } = await rooms.catalog.explore(
      {
        genre: genre ?? undefined,
        trending: trending || undefined,
        search: search || undefined,
        cursor,
        limit: EXPLORE_PAGE,
      },
      { ip, signal },
    )
    const items = (await loadCards(rooms, account, episodes)).map((card) => withLine(card, lines?.get(card.id)))
    return { found: { list: { items, nextCursor }, total, refused: null }, init: {} }
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    return { found: { list: null, total: 0, refused }, init }
  }
}

/** The card of an episode, with the spoken line by which a search found it. */
function withLine(card: Card, line: FoundLine | undefined): Card {
  return line ? { ...card, line: { text: line.text, language: line.language, from: line.from } } : card
}

/** A list that cannot be fetched leaves the previous one in place, and says so. @see docs/product.md#explore */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    console.debug('explore not fetched', error)
    const { search } = readFilters(new URL(request.url).searchParams)
    const failure: ListFailure = { search, isOffline: !navigator.onLine }
    return { list: null, total: 0, filters: noFilters, feeds: [], moreGenres: [], refused: null, failure }
  }
}

type ExploreResult = Route.ComponentProps['loaderData']
type ListedResult = ExploreResult & { list: NonNullable<ExploreResult['list']> }

export default function Explore({ loaderData }: Route.ComponentProps) {
  const result = useLastResult(loaderData)
  const { failure } = loaderData
  const { filters, isPending } = useRequestedFilters()
  const isDelayed = useDelayedPending(isPending)
  const results = useRef<HTMLHeadingElement>(null)
  if (isEmptySite(result) && !failure)
    return (
      <div className="wrap page page-open">
        <h1>Explore</h1>
        <p className="page-lead">Discover amazing short-form anime content from talented creators</p>
        <EmptySite />
      </div>
    )
  return (
    <div className="wrap page page-open">
      <h1>Explore</h1>
      <p className="page-lead">Discover amazing short-form anime content from talented creators</p>
      <FilterPanel filters={filters} moreGenres={result.moreGenres}>
        <p className="count-line" role="status">
          {isDelayed ? (
            <span className="count-line-waiting row gap-5 pencil">
              <Spinner />
              Loading episodes...
            </span>
          ) : (
            hasList(result) && countLine(result.total, result.filters)
          )}
        </p>
      </FilterPanel>
      <h2 ref={results} tabIndex={-1} className="visually-hidden">
        Episodes
      </h2>
      {failure && hasList(result) && !isDelayed && <ListNotRenewed failure={failure} />}
      {isDelayed ? (
        <GridSkeleton />
      ) : hasList(result) ? (
        <Results result={result} onCleared={() => results.current?.focus({ preventScroll: true })} />
      ) : failure ? (
        <ListNotArrived failure={failure} />
      ) : (
        <ListUnavailable result={result} />
      )}
    </div>
  )
}

function Results({ result, onCleared }: { result: ListedResult; onCleared: () => void }) {
  const path = exploreUrl(result.filters)
  const { items, nextCursor, freshId, isLoading, loadMore } = useLoadMore(path, result.list)
  if (items.length === 0)
    return (
      <EmptyState
        pose="search"
        title="No episodes found"
        action={
          <button type="submit" form={NO_FILTERS} className="button button-primary" onClick={onCleared}>
            Clear All Filters
          </button>
        }
      >
        <p>Try adjusting your filters or search terms to discover more content.</p>
      </EmptyState>
    )
  return (
    <>
      <EpisodeGrid cards={items} withCreator freshId={freshId} />
      <LoadMore path={path} cursor={nextCursor} isLoading={isLoading} loadMore={loadMore} />
    </>
  )
}

function ListUnavailable({ result: { refused, filters } }: { result: ExploreResult }) {
  // The search did not run, so there may be results; it can be repeated later.
  const mustWait = refused?.code.startsWith('catalog.searches_') ?? false
  return (
    <EmptyState
      pose="oops"
      title={mustWait ? 'Please wait a moment' : 'No episodes found'}
      action={
        <Link className="button" to={mustWait ? exploreUrl(filters) : '/explore'}>
          {mustWait ? 'Try Again' : 'Explore'}
        </Link>
      }
    >
      <p>{refused?.message ?? 'The list could not be loaded. Please try again in a moment.'}</p>
    </EmptyState>
  )
}

/** Whether nothing was found without any filter. */
function isEmptySite(result: ExploreResult): boolean {
  return hasList(result) && result.total === 0 && exploreUrl(result.filters) === exploreUrl(noFilters)
}

function hasList(result: ExploreResult): result is ListedResult {
  return result.list !== null
}

/** The result to show: the newest, or the previous one if the newest could not be fetched. */
function useLastResult(newest: ExploreResult): ExploreResult {
  const [last, setLast] = useState(newest)
  const hasResult = newest.list !== null || newest.refused !== null
  if (hasResult && newest !== last) setLast(newest)
  return hasResult ? newest : last
}
