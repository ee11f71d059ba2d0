import { useRef, useState } from 'react'
import { data, Link } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { cardOf } from '#app/episodes/card-shape.ts'
import { EpisodeGrid, GridInPencil } from '#app/episodes/grid.tsx'
import { LoadMore } from '#app/episodes/load-more.tsx'
import { useMore } from '#app/episodes/use-more.ts'
import { FilterPanel, NO_FILTERS } from '#app/explore/filter-panel.tsx'
import { countLine, exploreAddress, noFilters, readFilters } from '#app/explore/filters.ts'
import { useAskedFilters } from '#app/explore/use-filters.ts'
import type { ScreenHandle } from '#app/frame/screen-handle.ts'
import { posterOf, sharedHead } from '#app/head.ts'
import { refusedFrom } from '#app/refused.server.ts'
import { FlipDrawings } from '#app/ui/flip.tsx'
import { Pause } from '#app/ui/pause.tsx'
import { useSlow } from '#app/ui/use-slow.ts'
import { EXPLORE_PAGE } from '#catalog/episode.ts'
import type { Route } from './+types/explore'

export const handle: ScreenHandle = { backdrop: 'stars' }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  sharedHead(matches, {
    title: 'Explore',
    description: 'Discover amazing short-form anime content from talented creators',
    path: '/explore',
    poster: posterOf(loaderData?.list?.items),
  })

export async function loader({ url, request, context }: Route.LoaderArgs) {
  const { catalog, engagement } = context.get(hoshiContext)
  const filters = readFilters(url.searchParams)
  const { genre, trending, search } = filters
  const moreGenres = await catalog.moreGenres()
  try {
    const cursor = url.searchParams.get('cursor') ?? undefined
    const { episodes, total, nextCursor } = await catalog.explore(
      {
        genre: genre ?? undefined,
        trending: trending || undefined,
        search: search || undefined,
        cursor,
        limit: EXPLORE_PAGE,
      },
      { address: context.get(visitContext).address, signal: request.signal },
    )
    const items = (await engagement.withCounts(episodes)).map(cardOf)
    return data({ list: { items, nextCursor }, total, filters, moreGenres, refused: null })
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    return data({ list: null, total: 0, filters, moreGenres, refused }, init)
  }
}

/** A list that cannot be fetched leaves the one before it in place. @see docs/product.md#explore */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    console.debug('explore not fetched', error)
    return { list: null, total: 0, filters: noFilters, moreGenres: [], refused: null }
  }
}

type Answer = Route.ComponentProps['loaderData']
type Listed = Answer & { list: NonNullable<Answer['list']> }

export default function Explore({ loaderData }: Route.ComponentProps) {
  const answer = useLastAnswer(loaderData)
  const { asked, isPending } = useAskedFilters()
  const isSlow = useSlow(isPending)
  const results = useRef<HTMLHeadingElement>(null)
  return (
    <div className="wrap page page-open">
      <h1 className="page-title">Explore</h1>
      <p className="page-lead">Discover amazing short-form anime content from talented creators</p>
      <FilterPanel asked={asked} moreGenres={answer.moreGenres}>
        <p className="count-line" role="status">
          {isSlow ? (
            <span className="count-line-waiting pencil">
              <FlipDrawings />
              Loading episodes...
            </span>
          ) : (
            hasList(answer) && countLine(answer.total, answer.filters)
          )}
        </p>
      </FilterPanel>
      <h2 ref={results} tabIndex={-1} className="visually-hidden">
        Episodes
      </h2>
      {isSlow ? (
        <GridInPencil />
      ) : hasList(answer) ? (
        <Found answer={answer} onCleared={() => results.current?.focus({ preventScroll: true })} />
      ) : (
        <Unlisted answer={answer} />
      )}
    </div>
  )
}

function Found({ answer, onCleared }: { answer: Listed; onCleared: () => void }) {
  const path = exploreAddress(answer.filters)
  const { items, nextCursor, freshId, isLoading, more } = useMore(path, answer.list)
  if (items.length === 0)
    return (
      <Pause
        pose="search"
        title="No episodes found"
        action={
          <button type="submit" form={NO_FILTERS} className="button button-primary" onClick={onCleared}>
            Clear All Filters
          </button>
        }
      >
        <p>Try adjusting your filters or search terms to discover more content.</p>
      </Pause>
    )
  return (
    <>
      <EpisodeGrid cards={items} withCreator freshId={freshId} />
      <LoadMore path={path} cursor={nextCursor} isLoading={isLoading} more={more} />
    </>
  )
}

function Unlisted({ answer: { refused, filters } }: { answer: Answer }) {
  // What was not searched for may well be there; the same search goes through in a moment.
  const mustWait = refused?.code.startsWith('catalog.searches_') ?? false
  return (
    <Pause
      pose="oops"
      title={mustWait ? 'This search has to wait' : 'No episodes found'}
      action={
        <Link className="button" to={mustWait ? exploreAddress(filters) : '/explore'}>
          {mustWait ? 'Try Again' : 'Explore'}
        </Link>
      }
    >
      <p>{refused?.message ?? 'The list could not be fetched. Please try again in a moment.'}</p>
    </Pause>
  )
}

function hasList(answer: Answer): answer is Listed {
  return answer.list !== null
}

/** The answer to show: the newest, or when that one did not come, the one before it. */
function useLastAnswer(newest: Answer): Answer {
  const [last, setLast] = useState(newest)
  const isAnswer = newest.list !== null || newest.refused !== null
  if (isAnswer && newest !== last) setLast(newest)
  return isAnswer ? newest : last
}
