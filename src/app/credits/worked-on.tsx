import type { Card } from '#app/episodes/card-shape.ts'
import { EpisodeGrid } from '#app/episodes/grid.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'

/** The part of a profile with episodes of others that credit its creator. */
export interface WorkedOnData {
  cards: Card[]
  total: number
  /** Cursor of the next page; null on the last one. */
  nextCursor: string | null
}

export function WorkedOn({ path, work, isOwn }: { path: string; work: WorkedOnData; isOwn: boolean }) {
  if (work.total === 0) return null
  return (
    <section aria-labelledby="worked-on">
      <div className="worked-on-head">
        <h2 id="worked-on" className="section-title profile-episodes">
          Worked on ({formatCount(work.total)})
        </h2>
        {isOwn && (
          <Link className="button button-text button-small" to="/dashboard/credits">
            My Credits
          </Link>
        )}
      </div>
      <EpisodeGrid cards={work.cards} withCreator freshId={null} />
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
