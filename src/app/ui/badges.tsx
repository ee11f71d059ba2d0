import { Link } from 'react-router'
import { Icon } from './icon.tsx'

export function FoundingCreator() {
  return (
    <span className="seal">
      <b lang="ja" aria-hidden="true">
        星
      </b>
      <span>Founding Creator</span>
    </span>
  )
}

export function Trending() {
  return (
    <span className="badge badge-trending">
      <Icon name="comet" />
      Trending
    </span>
  )
}

export function Nsfw() {
  return <span className="badge badge-nsfw">NSFW</span>
}

/** A genre, and the way to everything of its kind. */
export function Genre({ name }: { name: string }) {
  return (
    <Link className="badge badge-genre" to={`/explore?${new URLSearchParams({ genre: name })}`}>
      {name}
    </Link>
  )
}

/** What only the owner sees of an episode that cannot be played yet. */
export function NotReady({ state }: { state: 'Processing' | 'Failed' }) {
  return <span className={state === 'Failed' ? 'badge badge-failed' : 'badge badge-processing'}>{state}</span>
}
