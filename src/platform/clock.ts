/** Source of the current time, which tests can freeze. */
export interface Clock {
  now(): Date
}

/** A day of UTC, in milliseconds. */
export const DAY_MS = 86_400_000

export const systemClock: Clock = { now: () => new Date() }
