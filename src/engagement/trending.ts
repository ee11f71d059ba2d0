/** Days that count, today included; in UTC. A watch of today weighs as much as there are days, one of the first day 1. */
export const TRENDING_DAYS = 7
/** With fewer watches by others than the creator in these days nothing is trending. */
export const TRENDING_MIN_WATCHES = 10
/** Most places there are, and how many listed episodes it takes for each of them. */
export const TRENDING_PLACES = 24
const EPISODES_A_PLACE = 10

/** The watches of an episode's last days by others than its creator, weighed. */
export interface Heat {
  id: string
  heat: number
}

/** How many episodes may be trending when so many are listed. */
export function trendingPlaces(listed: number): number {
  return Math.min(TRENDING_PLACES, Math.ceil(listed / EPISODES_A_PLACE))
}

/**
 * Those that are trending, out of those that may be. Whoever has as much as the first one left out is left out too: equal
 * watches are treated alike, and there are never more than there are places.
 * @param heats hottest first
 * @see docs/product.md#trending
 */
export function chooseTrending(heats: Heat[], places: number): string[] {
  const outside = heats[places]?.heat ?? 0
  return heats.filter(({ heat }) => heat > outside).map(({ id }) => id)
}
