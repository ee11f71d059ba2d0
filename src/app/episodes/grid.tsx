import { useLocation } from 'react-router'
import { useCurrentUser } from '#app/http/current-user.ts'
import pencil1 from '../art/pencil-1.svg?no-inline'
import pencil2 from '../art/pencil-2.svg?no-inline'
import pencil3 from '../art/pencil-3.svg?no-inline'
import { EpisodeCard } from './card.tsx'
import { CardCreator, FOLLOW_FORM } from './card-creator.tsx'
import type { Card } from './card-shape.ts'
import { Prefetcher } from './prefetcher.tsx'
import { useCardFollows } from './use-card-follows.ts'

/** Cards in view before scrolling. */
const ABOVE_FOLD_COUNT = 3

interface EpisodeGridProps {
  cards: Card[]
  /** False on a creator's own page. At most one list of a page has it true. */
  withCreator: boolean
  /** Id of the first card that 'Load More' has added, or null. */
  freshId: string | null
}

export function EpisodeGrid({ cards, withCreator, freshId }: EpisodeGridProps) {
  const isSignedIn = useCurrentUser() !== null
  const follows = useCardFollows(cards)
  const { pathname, search } = useLocation()
  return (
    <>
      {withCreator && isSignedIn && <form id={FOLLOW_FORM} method="post" />}
      <ul className="grid">
        {cards.map((card, index) => (
          <li key={card.id}>
            <EpisodeCard
              card={card}
              creator={
                withCreator ? (
                  <CardCreator card={card} follows={isSignedIn ? follows : null} path={`${pathname}${search}`} />
                ) : null
              }
              isAboveFold={index < ABOVE_FOLD_COUNT}
              isFirst={index === 0}
              isFresh={card.id === freshId}
            />
          </li>
        ))}
      </ul>
      <Prefetcher />
    </>
  )
}

/** Three pencil-drawn placeholder cards while episodes load. */
export function GridSkeleton() {
  return (
    <div className="grid" aria-hidden="true">
      {[pencil1, pencil2, pencil3].map((scene) => (
        <div className="card card-loading" key={scene}>
          <div className="card-picture">
            <img src={scene} alt="" width="640" height="360" />
          </div>
          <div className="ruler" />
          <div className="card-bar" />
          <div className="card-bar card-bar-short" />
        </div>
      ))}
    </div>
  )
}
