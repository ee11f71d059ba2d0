import { data } from 'react-router'
import { FollowButton } from '#app/community/follow-button.tsx'
import { useFollow } from '#app/community/use-follow.ts'
import { WorkedOn, workOf } from '#app/credits/worked-on.tsx'
import { EpisodeGrid } from '#app/episodes/grid.tsx'
import { loadCards } from '#app/episodes/load-cards.server.ts'
import { LoadMore } from '#app/episodes/load-more.tsx'
import { FirstSupportLink, FurtherSupportLinks } from '#app/episodes/support-links.tsx'
import { useLoadMore } from '#app/episodes/use-load-more.ts'
import { useRevalidateWhile } from '#app/episodes/use-revalidate-while.ts'
import { feedAlternates } from '#app/feeds/feed-url.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { useCurrentUser } from '#app/http/current-user.ts'
import { head, posterOf, sharedHead } from '#app/http/head.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { isNotFound, NotFoundState } from '#app/layout/error-page.tsx'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { creatorDescription } from '#app/messages/descriptions.ts'
import { NotArrived, notArrivedHead } from '#app/offline/not-arrived.tsx'
import { ReportLink } from '#app/report/report-link.tsx'
import { loadFeature } from '#app/series/load-feature.server.ts'
import { SeriesCards, seriesCardOf } from '#app/series/series-card.tsx'
import { SeriesFeature } from '#app/series/series-feature.tsx'
import { cardPath, creatorCard } from '#app/share/link-card.server.ts'
import { ShareButton } from '#app/share/share-button.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { FoundingCreatorBadge, GenreBadge, MadeByPeopleBadge } from '#app/ui/badges.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FoldedText } from '#app/ui/folded-text.tsx'
import { formatCount, formatFollowers } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { EXPLORE_PAGE } from '#catalog/episode.ts'
import { displayName } from '#creators/creator.ts'
import { withHosts } from '#creators/support-links.ts'
import { SERIES_PAGE_MAX } from '#series/series.ts'
import type { Route } from './+types/creator-profile'
import '../styles/profile.css'
import '../styles/series-feature.css'

export const handle: RouteHandle = { backdrop: 'stars' }

export const meta: Route.MetaFunction = ({ matches, loaderData, params, error }) => {
  if (!loaderData)
    return isNotFound(error) ? head('Creator Not Found', 'There is no creator at this URL.') : notArrivedHead(error)
  return sharedHead(matches, {
    title: loaderData.name,
    description: loaderData.creator.bio || creatorDescription(loaderData.name),
    path: `/creator/${params.creatorId}`,
    kind: 'profile',
    poster: posterOf(loaderData.list.items),
    card: loaderData.card,
    alternates: loaderData.feeds,
  })
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const rooms = context.get(hoshiContext)
  const { creators, catalog, series, engagement, community } = rooms
  const { account } = context.get(pageRequestContext)
  const { creatorId } = params
  const cursor = url.searchParams.get('cursor') ?? undefined

  const creator = await creators.find(creatorId)
  if (!creator) throw data(null, { status: 404 })
  const worked = url.searchParams.get('worked') ?? undefined
  const [page, work, facts, follows, totalViews, ownSeries] = await Promise.all([
    catalog.byCreator(creatorId, account, { cursor, limit: EXPLORE_PAGE }).catch(refusePage),
    catalog.credits.workedOnBy(creatorId, { cursor: worked, limit: EXPLORE_PAGE }).catch(refusePage),
    catalog.factsOf(creatorId),
    community.followStates(account, [creatorId]),
    catalog.profileIdsOf(creatorId).then((ids) => engagement.counts.totalViews(ids)),
    series.byCreator(creatorId, account, { limit: SERIES_PAGE_MAX }),
  ])
  const [onlySeries] = ownSeries.series.length === 1 ? ownSeries.series : []
  const [items, feature] = await Promise.all([
    loadCards(rooms, account, page.episodes),
    onlySeries ? loadFeature(rooms, account, onlySeries.id).catch(refusePage) : null,
  ])
  const { bio, avatarUrl, supportLinks, founderBadge, madeByPeople } = creator
  return {
    creator: { bio, avatarUrl, supportLinks: withHosts(supportLinks), founderBadge, madeByPeople },
    name: displayName(creator),
    card: cardPath('creators', creatorId, creatorCard(creator, page.episodes)),
    series: ownSeries.series.map(seriesCardOf),
    feature,
    list: { items, nextCursor: page.nextCursor },
    // Its feed is absent without an episode that is not adult.
    feeds: items.some(({ nsfw }) => !nsfw) ? feedAlternates({ kind: 'creator', uid: creatorId }) : [],
    work: {
      items: work.episodes.map((episode) => workOf(episode, creatorId)),
      total: work.total,
      nextCursor: work.nextCursor,
    },
    episodeCount: facts.episodeCount,
    genres: facts.genres,
    totalViews,
    ...follows.get(creatorId)!,
    isOwn: account?.uid === creatorId,
  }
}

export default function CreatorProfile({ loaderData, params }: Route.ComponentProps) {
  const path = `/creator/${params.creatorId}`
  const { items, nextCursor, freshId, isLoading, loadMore } = useLoadMore(path, loaderData.list)
  const isOneRow = items.length === 4 && nextCursor === null
  useRevalidateWhile(items.some(({ notReady }) => notReady?.state === 'Processing'))
  return (
    <div className="wrap page">
      <Link className="back" to="/explore">
        <Icon name="left" />
        Back to Explore
      </Link>
      <Profile key={params.creatorId} uid={params.creatorId} {...loaderData} />
      {loaderData.series.length > 0 && (
        <section className="profile-section" aria-labelledby="series">
          <h2 id="series">{`Series (${formatCount(loaderData.series.length)})`}</h2>
          {loaderData.feature ? (
            <SeriesFeature series={loaderData.feature} />
          ) : (
            <SeriesCards series={loaderData.series} />
          )}
        </section>
      )}
      <section className={isOneRow ? 'profile-section has-four' : 'profile-section'} aria-labelledby="episodes">
        <h2 id="episodes">{`Episodes (${formatCount(loaderData.episodeCount)})`}</h2>
        {items.length === 0 ? (
          <EmptyState pose="sleep" title="No episodes yet">
            <p>This creator has not published any episodes.</p>
          </EmptyState>
        ) : (
          <EpisodeGrid cards={items} withCreator={false} freshId={freshId} />
        )}
        <LoadMore path={path} cursor={nextCursor} isLoading={isLoading} loadMore={loadMore} />
      </section>
      <WorkedOn path={path} work={loaderData.work} isOwn={loaderData.isOwn} />
    </div>
  )
}

function Profile(props: Route.ComponentProps['loaderData'] & { uid: string }) {
  const { uid, creator, name, episodeCount, totalViews, genres, isOwn } = props
  const isSignedIn = useCurrentUser() !== null
  const follow = useFollow(props)
  return (
    <section className="profile" aria-label="Creator">
      <Avatar name={name} url={creator.avatarUrl} size="large" />
      <div className="profile-text">
        <h1 className="text-face">{name}</h1>
        {(creator.founderBadge || creator.madeByPeople) && (
          <div className="profile-badges row cluster">
            {creator.founderBadge && <FoundingCreatorBadge />}
            {creator.madeByPeople && <MadeByPeopleBadge />}
          </div>
        )}
        {creator.bio !== '' && <FoldedText className="profile-bio" text={creator.bio} />}
        {genres.length > 0 && (
          <ul className="badge-row cluster" aria-label="Genres">
            {genres.map((genre) => (
              <li key={genre}>
                <GenreBadge name={genre} />
              </li>
            ))}
          </ul>
        )}
        <div className="profile-follow row cluster">
          {!isOwn && (
            <FollowButton uid={uid} name={name} isSignedIn={isSignedIn} follow={follow} path={`/creator/${uid}`} />
          )}
          <ShareButton path={`/creator/${uid}`} title={name} />
          <p className="muted figures">{formatFollowers(follow.followers)}</p>
          {!isOwn && <ReportLink subject={{ kind: 'creator', id: uid }} />}
        </div>
      </div>
      <div className="panel profile-facts">
        <dl>
          <Fact name="Episodes" value={episodeCount} />
          <Fact name="Total views" value={totalViews} />
          <Fact name="Genres" value={genres.length} />
        </dl>
        <FirstSupportLink creatorId={uid} links={creator.supportLinks} isLarge />
        <FurtherSupportLinks creatorId={uid} links={creator.supportLinks} />
      </div>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{formatCount(value)}</dd>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <div className="wrap page">
      {isNotFound(error) ? (
        <NotFoundState title="Creator Not Found" back="Back to Explore">
          There is no creator at this URL. Please check the link.
        </NotFoundState>
      ) : (
        <NotArrived error={error} />
      )}
    </div>
  )
}
