import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { NsfwBadge } from '#app/ui/badges.tsx'
import { formatCount, formatDuration } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import type { Episode } from '#catalog/episode.ts'
import { displayName } from '#creators/creator.ts'

/** The part of a profile with episodes of others that credit its creator. */
export interface WorkedOnData {
  items: Work[]
  total: number
  /** Cursor of the next page; null on the last one. */
  nextCursor: string | null
}

type Work = ReturnType<typeof workOf>

/** An episode of somebody else, with the roles in which it credits a person. */
export function workOf(episode: Episode, uid: string) {
  const { id, title, poster, nsfw, durationSeconds, creatorId, creator, credits } = episode
  const roles = credits.filter((credit) => credit.uid === uid).map(({ role }) => role)
  return { id, title, poster, nsfw, durationSeconds, creatorId, creatorName: displayName(creator), roles }
}

export function WorkedOn({ path, work, isOwn }: { path: string; work: WorkedOnData; isOwn: boolean }) {
  if (work.total === 0) return null
  return (
    <section className="profile-section" aria-labelledby="worked-on">
      <div className="worked-on-head cluster spread">
        <h2 id="worked-on">Worked on ({formatCount(work.total)})</h2>
        {isOwn && (
          <Link className="button button-text button-small" to="/dashboard/credits">
            My Credits
          </Link>
        )}
      </div>
      <ul className="works">
        {work.items.map((item) => (
          <li key={item.id}>
            <WorkRow work={item} />
          </li>
        ))}
      </ul>
      {work.nextCursor !== null && (
        <p className="load-more">
          <Link className="button" to={`${path}?worked=${encodeURIComponent(work.nextCursor)}#worked-on`}>
            Show More
          </Link>
        </p>
      )}
    </section>
  )
}

function WorkRow({ work }: { work: Work }) {
  const titleId = `work-${work.id}`
  return (
    <article className="work" aria-labelledby={titleId}>
      <div className="work-picture">
        <img src={work.poster ?? placeholderPoster(work.id)} alt="" width="640" height="360" loading="lazy" />
        {work.nsfw && (
          <span className="card-marks cluster">
            <NsfwBadge />
          </span>
        )}
        {work.durationSeconds !== null && (
          <span className="card-length figures">{formatDuration(work.durationSeconds)}</span>
        )}
      </div>
      <div>
        <span className="work-role">{work.roles.join(', ')}</span>
        <h3 id={titleId}>
          <Link to={`/watch/${work.id}`}>{work.title}</Link>
        </h3>
        <p>
          <Link to={`/creator/${work.creatorId}`}>{work.creatorName}</Link>
        </p>
      </div>
    </article>
  )
}
