import { FollowButton } from '#app/community/follow-button.tsx'
import type { useFollow } from '#app/community/use-follow.ts'
import { SupportSlot } from '#app/episodes/support-slot.tsx'
import { useCurrentUser } from '#app/http/current-user.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { FoundingCreatorBadge, MadeByPeopleBadge } from '#app/ui/badges.tsx'
import { formatFollowers } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import type { WatchData } from './load-watch.server.ts'

interface CreatorBlockProps {
  creator: WatchData['creator']
  follow: ReturnType<typeof useFollow>
  founderBadge: boolean
  /** Path of this page, to come back to. */
  path: string
}

/** The creator of the episode in one row, with the ways to support and to follow. */
export function CreatorBlock({ creator, follow, founderBadge, path }: CreatorBlockProps) {
  const { uid, name, isOwn } = creator
  const isSignedIn = useCurrentUser() !== null
  const profile = `/creator/${uid}`
  return (
    <section className="watch-creator row gap-3" aria-label="Creator">
      {/* The name beside it is the link for the keyboard and for screen readers. */}
      <Link className="watch-creator-picture" to={profile} tabIndex={-1} aria-hidden="true">
        <Avatar name={name} url={creator.avatarUrl} size="small" />
      </Link>
      <div className="watch-creator-text">
        <Link to={profile}>
          <b>{name}</b>
        </Link>
        <p className="watch-creator-facts row cluster muted small">
          {founderBadge && <FoundingCreatorBadge />}
          {creator.madeByPeople && <MadeByPeopleBadge />}
          <span className="figures">{formatFollowers(follow.followers)}</span>
        </p>
      </div>
      {!isOwn && <SupportSlot creatorId={uid} links={creator.supportLinks} />}
      {!isOwn && <FollowButton uid={uid} name={name} isSignedIn={isSignedIn} follow={follow} path={path} />}
    </section>
  )
}
