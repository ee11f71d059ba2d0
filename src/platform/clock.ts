/** Source of the current time, which tests can freeze. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
