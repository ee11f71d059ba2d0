import { type FollowingData, loadFollowing } from '#app/community/load-following.server.ts'
import { hoshiContext } from '#app/context.ts'
import { EpisodeGrid } from '#app/episodes/grid.tsx'
import { LoadMore } from '#app/episodes/load-more.tsx'
import { useLoadMore } from '#app/episodes/use-load-more.ts'
import { requireAccount } from '#app/guard.server.ts'
import { head } from '#app/head.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/following'

export const handle: RouteHandle = { backdrop: 'stars' }

export const meta: Route.MetaFunction = () => head('Following', 'The newest from the creators you follow.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const account = requireAccount({ context, url })
  const cursor = url.searchParams.get('cursor') ?? undefined
  const creatorCursor = url.searchParams.get('creators') ?? undefined
  return await loadFollowing(context.get(hoshiContext), account, { cursor, creatorCursor })
}

export default function Following({ loaderData }: Route.ComponentProps) {
  const { items, nextCursor, freshId, isLoading, loadMore } = useLoadMore('/following', loaderData.list)
  const { creators } = loaderData
  return (
    <div className="wrap page">
      <h1 className="page-title">Following</h1>
      {creators.length === 0 ? (
        <EmptyState
          pose="search"
          title="Nobody to wait for"
          action={
            <Link className="button button-primary" to="/explore">
              Explore
            </Link>
          }
        >
          <p>Follow a creator, and their newest episodes wait here.</p>
        </EmptyState>
      ) : (
        <>
          <p className="following-lead muted">The newest from the creators you follow</p>
          <Creators creators={creators} next={loaderData.nextCreators} />
          <h2 className="section-title following-title">Newest episodes</h2>
          {items.length === 0 ? (
            <p className="muted">They have published nothing yet.</p>
          ) : (
            <EpisodeGrid cards={items} withCreator freshId={freshId} />
          )}
          <LoadMore path="/following" cursor={nextCursor} isLoading={isLoading} loadMore={loadMore} />
        </>
      )}
    </div>
  )
}

/** The creators in a row, those with new episodes in a dashed ring. */
function Creators({ creators, next }: { creators: FollowingData['creators']; next: string | null }) {
  return (
    <nav aria-label="Creators you follow">
      <ul className="followed">
        {creators.map(({ uid, name, avatarUrl, fresh }) => (
          <li key={uid}>
            <Link to={`/creator/${uid}`} className={fresh > 0 ? 'followed-one followed-new' : 'followed-one'}>
              <span className="followed-ring">
                <Avatar name={name} url={avatarUrl} size="medium" />
              </span>
              <span className="followed-name">{name}</span>
              {fresh > 0 && <small className="figures">{fresh > 99 ? '99+' : fresh} new</small>}
            </Link>
          </li>
        ))}
        {next !== null && (
          <li>
            <Link className="button button-text button-small" to={`/following?creators=${encodeURIComponent(next)}`}>
              More creators
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
