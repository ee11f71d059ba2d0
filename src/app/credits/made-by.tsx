import { Link } from '#app/ui/link.tsx'
import { byRole, type Credit } from '#catalog/credits/credit.ts'

/** The credits of an episode: each role once, with its names. Names of creators who agreed link to their profiles. */
export function MadeBy({ credits }: { credits: readonly Credit[] }) {
  if (credits.length === 0) return null
  return (
    <section className="watch-credits" aria-labelledby="made-by">
      <h2 id="made-by">Made by</h2>
      <dl>
        {byRole(credits).map(({ role, credits: inRole }) => (
          <div key={role}>
            <dt>{role}</dt>
            {inRole.map(({ name, uid }) => (
              <dd key={`${uid} ${name}`}>{uid === null ? name : <Link to={`/creator/${uid}`}>{name}</Link>}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
