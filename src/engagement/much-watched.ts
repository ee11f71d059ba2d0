/** Days that count, today included; in UTC. */
export const MUCH_WATCHED_DAYS = 7
/** Watches in these days from which on an episode counts as much watched. Previews are none. */
export const MUCH_WATCHED_MIN_WATCHES = 50
/** No more than these are looked at, the most watched first. */
export const MUCH_WATCHED_PLACES = 100
