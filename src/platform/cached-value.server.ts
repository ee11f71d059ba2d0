import type { EventChannel, Events } from './events.server.ts'

/** A value of the database that this process holds in memory until it changes. */
export interface CachedValue<Value> {
  get(): Promise<Value>
  /** Higher after each change that this process has learned of. */
  version(): number
  /** Reads it again at the next call. For a change by this process, whose own event comes a moment later. */
  evict(): void
}

/** A change is known on every node within this time, even when its NOTIFY is lost. */
const CACHE_MS = 900

/**
 * @param channel announces every change, in its transaction
 * @param now monotonic milliseconds
 */
export function createCachedValue<Value>(
  { events, channel }: { events: Pick<Events, 'subscribe' | 'isListening'>; channel: EventChannel<object> },
  read: () => Promise<Value>,
  now: () => number = () => performance.now(),
): CachedValue<Value> {
  let cached: { value: Promise<Value>; until: number } | null = null
  let version = 0

  function evict(): void {
    cached = null
    version += 1
  }

  events.subscribe(channel, evict, evict)

  return {
    get() {
      // While events are being lost, the cached value may be outdated.
      if (cached && cached.until > now() && events.isListening()) return cached.value
      const fresh = { value: read(), until: now() + CACHE_MS }
      cached = fresh
      fresh.value.catch(() => {
        if (cached === fresh) cached = null
      })
      return fresh.value
    },
    version: () => version,
    evict,
  }
}
