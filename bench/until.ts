import { setTimeout as pause } from 'node:timers/promises'

/** Often enough to tell the time, seldom enough not to keep the server busy with answering. */
const LOOK_EVERY_MS = 50
const PATIENCE_MS = 300_000

/**
 * Looks until something is found.
 * @param every time between looks, and the whole time for them, where the usual is too often or too short
 * @throws Error when it is not there in that time
 */
export async function until<Found>(
  look: () => Promise<Found | null>,
  { everyMs = LOOK_EVERY_MS, patienceMs = PATIENCE_MS } = {},
): Promise<Found> {
  const limit = performance.now() + patienceMs
  while (performance.now() < limit) {
    const found = await look()
    if (found !== null) return found
    await pause(everyMs)
  }
  throw new Error(`The video did not get there within ${Math.round(patienceMs / 60_000)} minutes.`)
}
