import type { MouseEvent } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Card } from './card-shape.ts'
import { FollowingWord } from './following-word.tsx'
import type { CardFollows } from './use-card-follows.ts'

/** Id of the one form that the buttons of all cards submit without scripts: each names its own address. */
export const FOLLOW_FORM = 'follow-from-card'

interface CardCreatorProps {
  card: Card
  /** Null for people without an account, who are led to login. */
  follows: CardFollows | null
  /** Path of the list, to come back to. */
  path: string
}

/** The creator of a card's episode, with the button that follows. */
export function CardCreator({ card, follows, path }: CardCreatorProps) {
  const { id, creatorId, creatorName } = card
  const nameId = `creator-of-${id}`
  const next = encodeURIComponent(`${path}#episode-${id}`)
  const following = follows?.isFollowing(card)
  const problem = follows?.problemOf(card)
  function handleClick(event: MouseEvent): void {
    event.preventDefault()
    void follows?.toggle(card)
  }
  return (
    <>
      <p className="card-creator row cluster small">
        <Link id={nameId} to={`/creator/${creatorId}`}>
          {creatorName}
        </Link>
        {follows === null ? (
          <Link className="card-follow inline-row gap-1 muted" to={`/login?next=${next}`} aria-describedby={nameId}>
            <Icon name="follow" />
            Follow
          </Link>
        ) : (
          following !== null && (
            <button
              type="submit"
              form={FOLLOW_FORM}
              formAction={`/creator/${creatorId}/follow?next=${next}`}
              name="following"
              value={following ? 'no' : 'yes'}
              className={
                following ? 'card-follow inline-row gap-1 muted follow-on' : 'card-follow inline-row gap-1 muted'
              }
              aria-pressed={following}
              aria-describedby={nameId}
              onClick={handleClick}
            >
              <Icon name={following ? 'check' : 'follow'} />
              {following ? <FollowingWord /> : 'Follow'}
            </button>
          )
        )}
      </p>
      {problem && (
        <p className="follow-error" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
