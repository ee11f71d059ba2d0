import { useRef, useState } from 'react'
import { changeFollow, followProblem } from './change-follow.ts'

/** The creator of a card. */
interface CardCreator {
  id: string
  creatorId: string
  /** Null for the creator. */
  following: boolean | null
}

export interface CardFollows {
  /** Null for one's own card. */
  isFollowing(card: CardCreator): boolean | null
  toggle(card: CardCreator): Promise<void>
  /** The sentence about the last change, if this card made it and it was refused. */
  problemOf(card: CardCreator): string | null
}

/**
 * Follows from the cards of a list, with one state for all cards of a creator. Changes at once, and goes back when the
 * server refuses.
 */
export function useCardFollows(cards: CardCreator[]): CardFollows {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [problem, setProblem] = useState<{ cardId: string; text: string } | null>(null)
  const pending = useRef(new Set<string>())
  // Later pages may be older than the first, which is renewed, so the first card of a creator decides.
  const loaded = new Map<string, boolean | null>()
  for (const { creatorId, following } of cards) if (!loaded.has(creatorId)) loaded.set(creatorId, following)
  const isFollowing = ({ creatorId, following }: CardCreator) =>
    changed.get(creatorId) ?? loaded.get(creatorId) ?? following
  const store = (creatorId: string, following: boolean) =>
    setChanged((before) => new Map(before).set(creatorId, following))

  async function toggle(card: CardCreator): Promise<void> {
    const { id, creatorId } = card
    if (pending.current.has(creatorId)) return
    const before = isFollowing(card) === true
    pending.current.add(creatorId)
    setProblem(null)
    store(creatorId, !before)
    try {
      store(creatorId, (await changeFollow(creatorId, !before)).following)
    } catch (thrown) {
      store(creatorId, before)
      setProblem({ cardId: id, text: followProblem(thrown) })
    } finally {
      pending.current.delete(creatorId)
    }
  }

  return { isFollowing, toggle, problemOf: ({ id }) => (problem?.cardId === id ? problem.text : null) }
}
