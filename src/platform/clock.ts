/** Where the product reads the time; tests hold it still. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
