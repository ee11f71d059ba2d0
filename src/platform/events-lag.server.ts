import type { Db } from './database.server.ts'
import { type Events, eventChannel } from './events.server.ts'
import { newId } from './ids.server.ts'

/** An event that only its sender waits for. */
interface Probe {
  id: string
}

export interface EventsLag {
  /**
   * Seconds from sending an event until this process receives it; `EVENTS_LAG_MAX_SECONDS` when it takes at least as long,
   * or does not arrive.
   */
  measure(): Promise<number>
  close(): void
}

/** The longest that a measurement takes. */
export const EVENTS_LAG_MAX_SECONDS = 2
const probeChannel = eventChannel<Probe>('events_probe')

/** Measures how late events arrive. Nothing is sent before the first measurement. */
export function createEventsLag(db: Db, events: Pick<Events, 'publish' | 'subscribe'>): EventsLag {
  const waiting = new Map<string, () => void>()
  const unsubscribe = events.subscribe(probeChannel, ({ id }) => waiting.get(id)?.())
  return {
    async measure() {
      const id = newId()
      const startedAt = performance.now()
      const arrived = Promise.withResolvers<void>()
      waiting.set(id, arrived.resolve)
      const timer = setTimeout(arrived.resolve, EVENTS_LAG_MAX_SECONDS * 1000)
      try {
        // An event that is not sent does not arrive, and a database that does not answer outlasts the measurement.
        void events.publish(db, probeChannel, { id }).catch(() => {})
        await arrived.promise
        return Math.min(EVENTS_LAG_MAX_SECONDS, (performance.now() - startedAt) / 1000)
      } finally {
        clearTimeout(timer)
        waiting.delete(id)
      }
    },
    close: unsubscribe,
  }
}
