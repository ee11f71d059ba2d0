import { FollowButton } from '#app/community/follow-button.tsx'
import { useFollow } from '#app/community/use-follow.ts'
import { FirstSupportLink, FurtherSupportLinks } from '#app/episodes/support-links.tsx'
import { useCurrentUser } from '#app/http/current-user.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { FoundingCreatorBadge, MadeByPeopleBadge } from '#app/ui/badges.tsx'
import { formatFollowers } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import type { WatchData } from './load-watch.server.ts'

interface CreatorBlockProps {
  creator: WatchData['creator']
  founderBadge: boolean
  /** Path of this page, to come back to. */
  path: string
}

/** The creator of the episode, with the ways to the profile and to support. */
export function CreatorBlock({ creator, founderBadge, path }: CreatorBlockProps) {
  const { uid, name, isOwn } = creator
  const isSignedIn = useCurrentUser() !== null
  const follow = useFollow(creator)
  return (
    <section className="watch-creator" aria-label="Creator">
      <Avatar name={creator.name} url={creator.avatarUrl} size="medium" />
      <div className="watch-creator-text">
        <Link to={`/creator/${creator.uid}`}>
          <b>{creator.name}</b>
        </Link>
        {founderBadge && <FoundingCreatorBadge />}
        {creator.madeByPeople && <MadeByPeopleBadge />}
        <span className="muted figures">{formatFollowers(follow.followers)}</span>
      </div>
      <div className="watch-creator-actions">
        {!isOwn && <FollowButton uid={uid} name={name} isSignedIn={isSignedIn} follow={follow} path={path} />}
        <Link className="button" to={`/creator/${creator.uid}`}>
          View Creator
        </Link>
        <FirstSupportLink creatorId={uid} links={creator.supportLinks} />
      </div>
      <FurtherSupportLinks creatorId={uid} links={creator.supportLinks} />
    </section>
  )
}
