import { data, Link } from 'react-router'
import { hoshiContext } from '#app/context.ts'
import { cardOf } from '#app/episodes/card-shape.ts'
import { EpisodeGrid } from '#app/episodes/grid.tsx'
import { LoadMore } from '#app/episodes/load-more.tsx'
import { useMore } from '#app/episodes/use-more.ts'
import type { ScreenHandle } from '#app/frame/screen-handle.ts'
import { posterOf, sharedHead } from '#app/head.ts'
import { refusedFrom } from '#app/refused.server.ts'
import { found } from '#app/ui/figures.ts'
import { Pause } from '#app/ui/pause.tsx'
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

export async function loader({ url, context }: Route.LoaderArgs) {
  const { catalog, engagement } = context.get(hoshiContext)
  const cursor = url.searchParams.get('cursor') ?? undefined
  try {
    const { episodes, total, nextCursor } = await catalog.explore({ cursor, limit: EXPLORE_PAGE })
    const items = (await engagement.withCounts(episodes)).map(cardOf)
    return data({ list: { items, nextCursor }, total, refused: null })
  } catch (thrown) {
    const { refused, status } = refusedFrom(thrown)
    return data({ list: null, total: 0, refused }, { status })
  }
}

export default function Explore({ loaderData }: Route.ComponentProps) {
  const { list, total, refused } = loaderData
  return (
    <div className="wrap page">
      <h1 className="page-title">Explore</h1>
      <p className="page-lead">Discover amazing short-form anime content from talented creators</p>
      {list === null ? (
        <Pause
          pose="oops"
          title="No episodes found"
          action={
            <Link className="button" to="/explore">
              Explore
            </Link>
          }
        >
          <p>{refused?.message}</p>
        </Pause>
      ) : (
        <Found list={list} total={total} />
      )}
    </div>
  )
}

function Found({ list, total }: { list: NonNullable<Route.ComponentProps['loaderData']['list']>; total: number }) {
  const { items, nextCursor, isLoading, more } = useMore('/explore', list)
  return (
    <>
      <p className="count-line" role="status">
        {found(total)}
      </p>
      <h2 className="visually-hidden">Episodes</h2>
      {items.length === 0 ? (
        <Pause pose="search" title="No episodes found">
          <p>Try adjusting your filters or search terms to discover more content.</p>
        </Pause>
      ) : (
        <EpisodeGrid cards={items} withCreator />
      )}
      <LoadMore path="/explore" cursor={nextCursor} isLoading={isLoading} more={more} shape="grid" />
    </>
  )
}
