/** Shortest time between two emissions of one source of events: limits them, and waits for nothing. */
export const MIN_EMIT_INTERVAL_MS = 250

/** After a failed load: nothing announces that the database can be read again. */
export const RETRY_DELAY_MS = 1000
