/** Days that count, today included; in UTC. A watch weighs from 1 on the first day to the number of days today. */
export const TRENDING_DAYS = 7
/** Fewest watches by others than the creator in these days for an episode to be trending. */
export const TRENDING_MIN_WATCHES = 10
/** Most slots, and the number of listed episodes per slot. */
export const TRENDING_SLOTS = 24
const EPISODES_PER_SLOT = 10

/** Weighted watches of an episode in these days, by others than its creator. */
export interface Heat {
  id: string
  heat: number
}

/** Number of episodes that may be trending when `listed` are listed. */
export function trendingSlots(listed: number): number {
  return Math.min(TRENDING_SLOTS, Math.ceil(listed / EPISODES_PER_SLOT))
}

/**
 * Chooses the trending episodes from the candidates. An episode with the same heat as the first one left out is left out
 * too: equals are treated alike, and the slots are never exceeded.
 * @param heats hottest first
 * @see docs/product.md#trending
 */
export function chooseTrending(heats: Heat[], slots: number): string[] {
  const threshold = heats[slots]?.heat ?? 0
  return heats.filter(({ heat }) => heat > threshold).map(({ id }) => id)
}
