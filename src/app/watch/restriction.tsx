import { HeldBadge } from '#app/ui/badges.tsx'
import { Link } from '#app/ui/link.tsx'
import type { WatchData } from './load-watch.server.ts'

type Restricted = NonNullable<WatchData['restriction']>

/** In place of the player of an episode that a moderator took down, for its creator. */
export function TakenDown({ poster }: { poster: string | null }) {
  return (
    <div className="taken-down">
      {poster !== null && <img src={poster} alt="" />}
      <p className="stamp stamp-square">Taken down</p>
    </div>
  )
}

/** On an episode that is held back, for its creator and moderators. */
export function HeldNotice({ isOwn }: { isOwn: boolean }) {
  return (
    <section className="restriction" aria-label="Awaiting review">
      <HeldBadge />
      <p className="muted">{seenBy(isOwn)} until the episode has been reviewed.</p>
    </section>
  )
}

interface RestrictionNoticeProps {
  restriction: Restricted
  isOwn: boolean
}

/** A moderator's decision about an episode; for its creator with the reason and the way to appeal. */
export function RestrictionNotice({ restriction, isOwn }: RestrictionNoticeProps) {
  const { isTakenDown, made, original } = restriction
  return (
    <section className="restriction" aria-label="Moderator decision">
      {isTakenDown && !isOwn && <span className="badge badge-taken-down">Taken down</span>}
      <p className="muted">
        {isTakenDown ? `${seenBy(isOwn)}.` : 'Link only. This episode does not appear in lists or search.'}
      </p>
      {made && (
        <>
          <blockquote>
            {made.rule && <b>{made.rule.name}</b>}
            {made.rule && <p>{made.rule.text}</p>}
            <p className="restriction-words">{made.reason}</p>
          </blockquote>
          <Link className="button button-small" to={`/settings/decisions#${made.id}`}>
            {made.isAppealed ? 'View Appeal' : 'Appeal'}
          </Link>
        </>
      )}
      {original !== null && (
        <a className="button button-small" href={original} download>
          Download File
        </a>
      )}
    </section>
  )
}

function seenBy(isOwn: boolean): string {
  return isOwn ? 'Only you and moderators can see this page' : 'Only the creator and moderators can see this page'
}
