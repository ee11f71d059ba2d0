import { type FollowingData, loadFollowing } from '#app/community/load-following.server.ts'
import { EpisodeGrid } from '#app/episodes/grid.tsx'
import { LoadMore } from '#app/episodes/load-more.tsx'
import { useLoadMore } from '#app/episodes/use-load-more.ts'
import { hoshiContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/following'

export const handle: RouteHandle = { backdrop: 'stars' }

export const meta: Route.MetaFunction = () => head('Following', 'New episodes from creators you follow.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const account = requireAccount({ context, url })
  const cursor = url.searchParams.get('cursor') ?? undefined
  const creatorCursor = url.searchParams.get('creators') ?? undefined
  const creatorUid = url.searchParams.get('creator') ?? undefined
  return await loadFollowing(context.get(hoshiContext), account, { cursor, creatorCursor, creatorUid })
}

export default function Following({ loaderData }: Route.ComponentProps) {
  const { creators, chosen } = loaderData
  return (
    <div className="wrap page">
      <h1>Following</h1>
      {creators.length === 0 ? (
        <EmptyState
          pose="search"
          title="You do not follow anyone yet"
          action={
            <Link className="button button-primary" to="/explore">
              Explore
            </Link>
          }
        >
          <p>Follow creators to see their new episodes here.</p>
        </EmptyState>
      ) : (
        <>
          <p className="following-lead muted">New episodes from creators you follow</p>
          <Creators following={loaderData} />
          <Newest key={chosen?.uid} following={loaderData} />
        </>
      )}
    </div>
  )
}

const pathOf = (creatorUid: string) => `/following?creator=${encodeURIComponent(creatorUid)}`

/** The newest episodes of everyone, or of the chosen creator. */
function Newest({ following: { chosen, list } }: { following: FollowingData }) {
  const path = chosen ? pathOf(chosen.uid) : '/following'
  const { items, nextCursor, freshId, isLoading, loadMore } = useLoadMore(path, list)
  return (
    <>
      <div className="following-head cluster spread">
        <h2 className={`following-title${chosen ? ' text-face' : ''}`}>
          {chosen ? `Newest from ${chosen.name}` : 'Newest episodes'}
        </h2>
        {chosen && (
          <Link className="button button-text button-small" to={`/creator/${chosen.uid}`}>
            Profile
          </Link>
        )}
      </div>
      {items.length === 0 ? (
        <p className="muted">
          {chosen
            ? 'This creator has not published anything yet.'
            : 'The creators you follow have not published anything yet.'}
        </p>
      ) : (
        <EpisodeGrid cards={items} withCreator freshId={freshId} />
      )}
      <LoadMore path={path} cursor={nextCursor} isLoading={isLoading} loadMore={loadMore} />
    </>
  )
}

/** Everyone, and the creators in a row, those with new episodes in a dashed ring: each leads to the newest from there. */
function Creators({ following }: { following: FollowingData }) {
  const { creators, nextCreators: next, followedCount, chosen } = following
  // The sum needs all creators, so it is unknown while there are further pages.
  const fresh = next === null ? creators.reduce((sum, creator) => sum + creator.fresh, 0) : 0
  return (
    <nav aria-label="Creators you follow">
      <ul className="followed">
        <li>
          <Link
            to="/following"
            className="followed-one stack"
            aria-current={chosen ? undefined : 'page'}
            preventScrollReset
          >
            <span className="followed-ring">
              <span className="avatar avatar-medium followed-all figures" aria-hidden="true">
                {followedCount > 999 ? '999+' : followedCount}
              </span>
            </span>
            <span className="followed-name">All creators</span>
            {fresh > 0 && <small className="figures">{freshText(fresh)}</small>}
          </Link>
        </li>
        {creators.map(({ uid, name, avatarUrl, fresh }) => (
          <li key={uid}>
            <Link
              to={pathOf(uid)}
              className={fresh > 0 ? 'followed-one stack followed-new' : 'followed-one stack'}
              aria-current={uid === chosen?.uid ? 'page' : undefined}
              preventScrollReset
            >
              <span className="followed-ring">
                <Avatar name={name} url={avatarUrl} size="medium" />
              </span>
              <span className="followed-name">{name}</span>
              {fresh > 0 && <small className="figures">{freshText(fresh)}</small>}
            </Link>
          </li>
        ))}
        {next !== null && (
          <li>
            <Link className="button button-text button-small" to={`/following?creators=${encodeURIComponent(next)}`}>
              More Creators
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

function freshText(count: number): string {
  return `${count > 99 ? '99+' : count} new`
}
