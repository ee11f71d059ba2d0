import { FollowButton } from '#app/community/follow-button.tsx'
import type { useFollow } from '#app/community/use-follow.ts'
import { useCurrentUser } from '#app/http/current-user.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { LikeButton } from './like-button.tsx'
import type { WatchData } from './load-watch.server.ts'
import type { Like } from './use-like.ts'

interface EndActionsProps {
  data: WatchData
  like: Like
  follow: ReturnType<typeof useFollow>
}

/** What the end of an episode invites to: to like it and to follow its creator, who has the numbers instead. */
export function EndActions({ data: { episode, creator }, like, follow }: EndActionsProps) {
  const isSignedIn = useCurrentUser() !== null
  return (
    <>
      <LikeButton episodeId={episode.id} like={like} />
      {creator.isOwn ? (
        <Link className="button" to={`/dashboard?tab=analytics&episode=${episode.id}`}>
          <Icon name="numbers" />
          Numbers
        </Link>
      ) : (
        <FollowButton
          uid={creator.uid}
          name={creator.name}
          isSignedIn={isSignedIn}
          follow={follow}
          path={`/watch/${episode.id}`}
        />
      )}
    </>
  )
}
