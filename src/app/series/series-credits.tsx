import { Avatar } from '#app/ui/avatar.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import type { SeriesData } from './load-series.server.ts'

/** The credits of the parts of a series: each role once, with its names. */
export function SeriesCredits({ madeBy: { roles, left } }: Pick<SeriesData, 'madeBy'>) {
  const names = roles.flatMap(({ credits }) => credits)
  const hasBothKinds = names.some(({ uid }) => uid !== null) && names.some(({ uid }) => uid === null)
  return (
    <aside className="series-credits" aria-labelledby="series-credits-title">
      <div className="panel">
        <h2 id="series-credits-title">Made by</h2>
        <dl>
          {roles.map(({ role, credits }) => (
            <div key={role}>
              <dt>{role}</dt>
              {credits.map(({ name, uid, avatarUrl }) => (
                <dd key={`${uid} ${name}`}>
                  {uid === null ? (
                    name
                  ) : (
                    <Link to={`/creator/${uid}`}>
                      <Avatar name={name} url={avatarUrl} size="small" />
                      {name}
                    </Link>
                  )}
                </dd>
              ))}
            </div>
          ))}
        </dl>
        {left > 0 && <p className="muted">And {formatCount(left)} more on the episode pages.</p>}
      </div>
      {hasBothKinds && (
        <p className="muted">
          Names with a picture link to a Hoshi profile. Other names appear as the creator entered them.
        </p>
      )}
    </aside>
  )
}
