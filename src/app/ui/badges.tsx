import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

export function FoundingCreatorBadge() {
  return (
    <span className="seal inline-row">
      <b lang="ja" aria-hidden="true">
        星
      </b>
      <span>Founding Creator</span>
    </span>
  )
}

/** @param reason why, as a sentence beside it; null for none */
export function TrendingBadge({ reason }: { reason: string | null }) {
  return (
    <span className="trending">
      <span className="badge badge-trending">
        <Icon name="comet" />
        Trending
      </span>
      {reason && <span className="trending-reason">{reason}</span>}
    </span>
  )
}

export function NsfwBadge() {
  return <span className="badge badge-nsfw">NSFW</span>
}

/** A genre, as a link to its episodes. */
export function GenreBadge({ name }: { name: string }) {
  return (
    <Link className="badge badge-genre" to={`/explore?${new URLSearchParams({ genre: name })}`}>
      {name}
    </Link>
  )
}

/** A badge with the visibility of an episode, unless it is public. */
export function VisibilityBadge({ visibility }: { visibility: keyof typeof visibilityNames }) {
  if (visibility === 'public') return null
  return <span className={`badge badge-${visibility}`}>{visibilityNames[visibility]}</span>
}

export const visibilityNames = { public: 'Public', unlisted: 'Unlisted', private: 'Private', scheduled: 'Scheduled' }

/** The statement of a creator about their episodes. */
export function MadeByPeopleBadge() {
  return <span className="badge badge-people">Made by people</span>
}

/** On an episode in which light flashes more than is safe. */
export function FlashBadge() {
  return (
    <span className="badge badge-flash">
      <Icon name="flash" />
      Flashing lights
    </span>
  )
}

/** On an episode that waits until its pictures are checked; its owner and moderators see it. */
export function HeldBadge() {
  return <span className="badge badge-held">Awaiting review</span>
}

/** State of an episode that cannot be played yet; only its owner sees it. */
export function StatusBadge({ state }: { state: 'Processing' | 'Failed' }) {
  return <span className={state === 'Failed' ? 'badge badge-failed' : 'badge badge-processing'}>{state}</span>
}
