/** Days that count, today included; in UTC. */
export const POPULAR_DAYS = 7
/** Fewest watches in these days for an episode to count as popular. Previews do not count. */
export const POPULAR_MIN_WATCHES = 50
/** Most episodes considered, the most watched first. */
export const POPULAR_MAX_EPISODES = 100
