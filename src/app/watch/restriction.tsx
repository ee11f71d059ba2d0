import { HeldBadge } from '#app/ui/badges.tsx'
import { formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { WatchData } from './load-watch.server.ts'

type Restricted = NonNullable<WatchData['restriction']>

/** In place of the player of an episode that a moderator took down, for its creator. */
export function TakenDown({ poster }: { poster: string | null }) {
  return (
    <div className="taken-down middle">
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
  episodeId: string
  restriction: Restricted
  isOwn: boolean
}

/** A moderator's decision about an episode; for its creator with the reason and the way to appeal. */
export function RestrictionNotice({ episodeId, restriction, isOwn }: RestrictionNoticeProps) {
  const { isTakenDown, made, original } = restriction
  return (
    <section className="restriction" aria-label="Moderator decision">
      {isTakenDown && !isOwn && <span className="badge badge-taken-down">Taken down</span>}
      <p className="muted">
        {isTakenDown ? `${seenBy(isOwn)}.` : 'Link only. This episode does not appear in lists or search.'}
      </p>
      {made && (
        <blockquote>
          {made.rule && <b>{made.rule.name}</b>}
          {made.rule && <p>{made.rule.text}</p>}
          <p className="restriction-words">{made.reason}</p>
        </blockquote>
      )}
      <div className="restriction-actions cluster">
        {made && (made.isAppealed || made.appealUntil !== null) && (
          <Link
            className={made.isAppealed ? 'button button-small' : 'button button-small button-primary'}
            to={`/settings/decisions#${made.id}`}
          >
            {made.isAppealed ? 'View Appeal' : 'Appeal'}
          </Link>
        )}
        {made?.moment && (
          <Link className="button button-small" to={`/watch/${episodeId}?t=${made.moment.seconds}`}>
            Show {made.moment.text}
          </Link>
        )}
        {original !== null && (
          <a className="button button-small" href={original} download>
            <Icon name="download" />
            Download File
          </a>
        )}
      </div>
      {made?.appealUntil && (
        <p className="muted">You can appeal until {formatDate(made.appealUntil)}. After that, the decision is final.</p>
      )}
    </section>
  )
}

function seenBy(isOwn: boolean): string {
  return isOwn ? 'Only you and moderators can see this page' : 'Only the creator and moderators can see this page'
}
