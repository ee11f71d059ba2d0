import { Link } from '#app/ui/link.tsx'
import type { WatchData } from './load-watch.server.ts'

/** Who made the episode, in their own words, and the way to their profile. */
export function WatchAbout({ creator }: Pick<WatchData, 'creator'>) {
  return (
    <section className="panel watch-about">
      <h2>About the Creator</h2>
      <p className="muted">{creator.bio || `${creator.name} has not written a bio yet.`}</p>
      <p className="watch-about-end">
        <Link className="link" to={`/creator/${creator.uid}`}>
          View Creator
        </Link>
        {creator.supportLinks.length > 0 && !creator.isOwn && <span className="muted">Hoshi takes no commission.</span>}
      </p>
    </section>
  )
}
