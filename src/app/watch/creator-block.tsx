import { SupportLink } from '#app/episodes/support-link.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { FoundingCreatorBadge } from '#app/ui/badges.tsx'
import { Link } from '#app/ui/link.tsx'
import type { WatchData } from './load-watch.server.ts'

/** The creator of the episode, with the ways to the profile and to support. */
export function CreatorBlock({ creator, founderBadge }: { creator: WatchData['creator']; founderBadge: boolean }) {
  return (
    <section className="watch-creator" aria-label="Creator">
      <Avatar name={creator.name} url={creator.avatarUrl} size="medium" />
      <div className="watch-creator-words">
        <Link to={`/creator/${creator.uid}`}>
          <b>{creator.name}</b>
        </Link>
        {founderBadge && <FoundingCreatorBadge />}
      </div>
      <div className="watch-creator-actions">
        <Link className="button" to={`/creator/${creator.uid}`}>
          View Creator
        </Link>
        {creator.patreonUrl !== '' && <SupportLink url={creator.patreonUrl} />}
      </div>
    </section>
  )
}
