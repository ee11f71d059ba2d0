/** Why a thing is in the queue; `comment` is a held comment or note. */
export const itemKinds = ['suggestion', 'report', 'comment', 'appeal'] as const
export type ItemKind = (typeof itemKinds)[number]

/** States of an item, as the queue shows them. */
export const itemStates = ['open', 'claimed', 'awaiting_second', 'closed'] as const
export type ItemState = (typeof itemStates)[number]

/** A suggestion of the image moderation. */
export interface Suggestion {
  class: string
  score: number
  /** Null for the poster. */
  atSeconds: number | null
  /** Whether the episode was marked as NSFW for it, until a person has looked. */
  hasMarked: boolean
}

/** URL of a frame of an item, below the origin; for moderators only. */
export function frameUrl(itemId: string, number: number): string {
  return `/api/v1/moderation/items/${itemId}/frames/${number}`
}

/** A picture that was classified, and kept for the people who look at the suggestion. */
export interface SampledFrame {
  number: number
  /** Null for the poster. */
  atSeconds: number | null
  scores: Readonly<Record<string, number>>
}
