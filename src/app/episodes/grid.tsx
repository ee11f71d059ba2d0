import pencil1 from '../art/pencil-1.svg?no-inline'
import pencil2 from '../art/pencil-2.svg?no-inline'
import pencil3 from '../art/pencil-3.svg?no-inline'
import { EpisodeCard } from './card.tsx'
import type { Card } from './card-shape.ts'
import { FilmWarmer } from './film-warmer.tsx'

/** Pictures that are in view before anything is scrolled. */
const FIRST_VIEW = 3

interface EpisodeGridProps {
  cards: Card[]
  withCreator: boolean
  /** The first card that 'Load more' has brought, or null. */
  freshId: string | null
}

export function EpisodeGrid({ cards, withCreator, freshId }: EpisodeGridProps) {
  return (
    <>
      <ul className="grid">
        {cards.map((card, place) => (
          <li key={card.id}>
            <EpisodeCard
              card={card}
              withCreator={withCreator}
              isFirst={place < FIRST_VIEW}
              isFresh={card.id === freshId}
            />
          </li>
        ))}
      </ul>
      <FilmWarmer />
    </>
  )
}

/** Three empty frames in pencil, while episodes are on their way. */
export function GridInPencil() {
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
